import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One POST as an endpoint received it. */
export type Arrival = {
  readonly delivery: string
  readonly event: string
  readonly conversation: string
  readonly sequence: number
}

/** A customer's endpoint with one kind of behaviour. */
export type Endpoint = {
  readonly kind: string
  readonly url: string
  /** In order of arrival, repeats included. */
  readonly arrivals: readonly Arrival[]
  close(): Promise<void>
}

type Behaviour = (response: ServerResponse, nth: number, time: number) => void

/** How each kind of endpoint answers: `nth` counts all POSTs to it, `time` those of the same delivery. */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  healthy: (response) => void response.writeHead(200).end(),
  'healthy of another tenant': (response) => void response.writeHead(204).end(),
  'fails now and then': (response, nth, time) =>
    void response.writeHead(nth % 3 === 0 && time === 1 ? 500 : 200).end('sorry'),
  'always fails': (response) => void response.writeHead(500).end('x'.repeat(10_000)),
  'asks for patience': (response, _, time) =>
    void response.writeHead(time === 1 ? 429 : 200, { 'retry-after': '1' }).end(),
  'is gone': (response) => void response.writeHead(410).end(),
  'never answers': () => undefined,
  resets: (response) => void response.socket?.resetAndDestroy(),
  floods: flood,
  redirects: (response) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  trickles: trickle,
  'says 103 for ever': earlyHints,
}

const CHUNK = Buffer.alloc(64 * 1024, 'x')
const FLOOD_CHUNKS = 1_600

/** Answers 200 and then 100 MB. */
function flood(response: ServerResponse): void {
  response.writeHead(200)
  let sent = 0
  const more = () => {
    while (!response.destroyed && sent < FLOOD_CHUNKS)
      if (++sent && !response.write(CHUNK)) return void response.once('drain', more)
    response.end()
  }
  more()
}

/** Writes one byte of the head each second, forever. */
function trickle(response: ServerResponse): void {
  const { socket } = response
  const timer = setInterval(() => socket?.write('H'), 1_000)
  socket?.once('close', () => clearInterval(timer))
}

function earlyHints(response: ServerResponse): void {
  const timer = setInterval(() => response.socket?.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5)
  response.socket?.once('close', () => clearInterval(timer))
}

/** Opens an endpoint of this kind on a free port. */
export async function openEndpoint(kind: string): Promise<Endpoint> {
  const behaviour = BEHAVIOURS[kind]
  if (behaviour === undefined) throw new Error(`no endpoint is ${kind}`)
  const arrivals: Arrival[] = []
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    void arrivalOf(request).then((arrival) => {
      if (arrival === undefined) return
      arrivals.push(arrival)
      const { delivery } = arrival
      const time = arrivals.filter((one) => one.delivery === delivery).length
      behaviour(response, arrivals.length, time)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    kind,
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** @returns undefined when the POST was aborted, as those of a killed process are */
async function arrivalOf(request: IncomingMessage): Promise<Arrival | undefined> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
    const { id, sequence, data } = JSON.parse(Buffer.concat(parts).toString())
    const delivery = String(request.headers['x-service-delivery'])
    return { delivery, event: id, conversation: data.conversation_id, sequence }
  } catch {
    return undefined
  }
}
