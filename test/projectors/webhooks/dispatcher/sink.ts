import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One POST as the endpoint received it. */
export type Hit = { headers: IncomingHttpHeaders; body: string; at: number }

/** A customer's endpoint. */
export type Sink = {
  url: string
  hits: Hit[]
  /** The texts of the messages received, in order of arrival. */
  texts(): string[]
  /** The answer from now on: a status, or whatever the function does. */
  answer: number | ((hit: Hit, response: ServerResponse) => void)
  close(): Promise<void>
}

/** Opens an endpoint on loopback that answers 200 until told otherwise. */
export async function openSink(): Promise<Sink> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const hit = {
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
        at: Date.now(),
      }
      sink.hits.push(hit)
      if (typeof sink.answer === 'function') sink.answer(hit, response)
      else response.writeHead(sink.answer).end('thanks')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sink: Sink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    hits: [],
    texts: () => sink.hits.map(({ body }) => JSON.parse(body).data.message.text),
    answer: 200,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return sink
}
