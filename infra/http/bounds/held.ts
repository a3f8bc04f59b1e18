import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { EVENT_STREAM } from '../event-stream.ts'

/** A request whose head has come, and its answer. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** One connection, and what its client holds by it. Times are those of `performance.now()`. */
export type Held = {
  readonly socket: Socket
  /** For whom it counts; null for a proxy's without a request. */
  address: string | null
  /** When its latest complete request was answered, else when it came. */
  since: number
  /** Whether it has ever brought a complete request. */
  served: boolean
  /** What is under way: one at a time. */
  exchange: Exchange | null
  /** What the client has sent before it got that answer. */
  readonly waiting: Exchange[]
  /** When the exchange began. */
  began: number
  /** How many bytes had come, and when, at the last look at its body. */
  body: { at: number; bytes: number }
  /** Since when some of an answer waits to be read, as far as was seen. */
  unreadSince: number | null
}

/** A connection that has just come. */
export function hold(socket: Socket, address: string | null): Held {
  const now = performance.now()
  return {
    ...{ socket, address, since: now, served: false, exchange: null, waiting: [] },
    ...{ began: now, body: { at: now, bytes: 0 }, unreadSince: null },
  }
}

/** Whether the answer goes on for as long as the client reads it. */
export function goesOn({ exchange }: Held): boolean {
  return String(exchange?.response.getHeader('content-type')).startsWith(EVENT_STREAM)
}

/** Whether the client waits for us: its request is complete and its answer not. */
export function waitsForUs({ exchange }: Held): boolean {
  return exchange?.request.complete === true && !exchange.response.writableEnded
}
