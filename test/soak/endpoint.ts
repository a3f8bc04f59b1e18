import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ends } from '../kit/ends.ts'

/** A customer's endpoint that stores only ids. */
export async function startEndpoint(ends: Ends) {
  const [ids, seen] = [new Set<string>(), new Set<string>()]
  let posts = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { id, type } = JSON.parse(text)
      if (type === 'whatsapp.message.received') {
        posts += 1
        ids.add(id)
        seen.add(/wamid\.in\.[0-9a-f-]{36}/.exec(text)?.[0] ?? '')
      }
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    has: (id: string) => seen.has(id),
    distinct: () => ids.size,
    repeats: () => posts - ids.size,
  }
}
