import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { channelOfEvent, problemOfMessage } from './channels.ts'

/** One webhook POST as it arrived. */
export type Arrival = {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: {
    id: string
    type: string
    sequence: number | null
    connection_id: string
    data: Record<string, unknown>
  }
}

/** A customer's webhook endpoint on this machine. */
export type Customer = {
  readonly url: string
  readonly arrivals: readonly Arrival[]
  /** Sets the status and the body of all later answers; at first 200, and empty. */
  answers(status: number, body?: string): void
  /** Event types in order of arrival. */
  types(): string[]
  /** @throws when a body did not match the schema of its event's channel */
  stop(): Promise<void>
}

/** Starts an endpoint on a free port. */
export async function startCustomer(): Promise<Customer> {
  const arrivals: Arrival[] = []
  const problems: string[] = []
  let status = 200
  let said = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      const event = headers['x-service-event'] ?? ''
      const problem = problemOfMessage(channelOfEvent(event), JSON.parse(text))
      if (problem !== null) problems.push(problem)
      if (status < 300) arrivals.push({ headers, text, body: JSON.parse(text) })
      response.writeHead(status).end(said)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    answers: (next, body = '') => {
      status = next
      said = body
    },
    types: () => arrivals.map(({ body }) => body.type),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      if (problems.length > 0) throw new Error(`not as described: ${problems.join('\n')}`)
    },
  }
}
