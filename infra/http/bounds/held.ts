import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { EVENT_STREAM } from '../event-stream.ts'

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** One connection and what its client holds with it. Times are of `performance.now()`. */
export type Held = {
  readonly socket: Socket
  /** The address it counts for; null for a proxy's connection without a request. */
  address: string | null
  /** When its latest complete request was answered, else when it was opened. */
  since: number
  /** Whether it ever brought a complete request. */
  served: boolean
  exchange: Exchange | null
  /** Requests that the client sent before that answer. */
  readonly waiting: Exchange[]
  began: number
  /** Time of the last check of the body, and the bytes received by then. */
  body: { at: number; bytes: number }
  /** When an unread answer was first seen; null when nothing waits to be read. */
  unreadSince: number | null
}

export function hold(socket: Socket, address: string | null): Held {
  const now = performance.now()
  return {
    ...{ socket, address, since: now, served: false, exchange: null, waiting: [] },
    ...{ began: now, body: { at: now, bytes: 0 }, unreadSince: null },
  }
}

/** Whether the answer is a stream without end. */
export function goesOn({ exchange }: Held): boolean {
  return String(exchange?.response.getHeader('content-type')).startsWith(EVENT_STREAM)
}

/** Whether the request is complete and its answer is not. */
export function waitsForUs({ exchange }: Held): boolean {
  return exchange?.request.complete === true && !exchange.response.writableEnded
}
