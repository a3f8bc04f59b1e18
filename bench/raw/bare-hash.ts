import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The minimum cost of a forged post: read its bytes, hash them once, and refuse it.

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  createHmac('sha256', 'a secret').update(Buffer.concat(chunks)).digest('hex')
  response.writeHead(401).end()
})
process.once('SIGTERM', () => server.close())
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ ready: true, port })
})
