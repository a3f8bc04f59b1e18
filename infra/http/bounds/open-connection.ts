import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endWith } from '../broken-http.ts'
import { EVENT_STREAM } from '../event-stream.ts'
import type { HttpProblem } from '../http-problem.ts'
import type { CountedRequest } from './counted-request.ts'

export type Exchange = {
  readonly request: CountedRequest
  readonly response: ServerResponse
  /** Whether a key, a signature or a session has shown who asks. */
  isAuthorised: boolean
  /** The client: of a proxy's connection the one that the proxy names; null when it names none. */
  readonly address: string | null
  /** Stops counting its bytes as a stranger's. */
  release(): void
}

/**
 * How soon a connection is closed to make room: `spent` have had an answer that needed no key, `fresh` none yet, `known`
 * one that needed a key, a signature or a session. Idle connections of a trusted `proxy` belong to no client.
 */
export type Standing = 'spent' | 'fresh' | 'known' | 'proxy'

/** One connection and what its client holds with it. Times are of `performance.now()`. */
export type OpenConnection = {
  readonly socket: Socket
  readonly isProxy: boolean
  /** The address it counts for; null for a proxy's connection without a request, or without the client's address. */
  address: string | null
  standing: Standing
  exchange: Exchange | null
  /** Requests that the client sent before it had the answer to the one under way. */
  readonly waiting: Exchange[]
  began: number
  /** Time of the last check of the body, and the bytes received by then. */
  body: { at: number; bytes: number }
  /** When an unread answer was first seen; null when nothing waits to be read. */
  unreadSince: number | null
}

/** @param address null for a trusted proxy */
export function openConnection(socket: Socket, address: string | null): OpenConnection {
  const now = performance.now()
  const isProxy = address === null
  return {
    ...{ socket, isProxy, address, standing: isProxy ? 'proxy' : 'fresh' },
    ...{ exchange: null, waiting: [], began: now, body: { at: now, bytes: 0 }, unreadSince: null },
  }
}

/** Ends a connection whose request must stop: with an answer, if it is the request's turn and none was begun. */
export function breakOff(
  connection: OpenConnection,
  exchange: Exchange,
  problem: HttpProblem,
): void {
  const { request, response } = exchange
  request.isRefused = true
  const isItsTurn = connection.exchange === exchange || connection.exchange === null
  if (isItsTurn && !response.headersSent) endWith(connection.socket, problem)
  else connection.socket.destroy()
}

/** Whether the answer is a stream without end. */
export function isEndlessStream({ exchange }: OpenConnection): boolean {
  return String(exchange?.response.getHeader('content-type')).startsWith(EVENT_STREAM)
}

/** Whether the request is complete and its answer is not. */
export function waitsForUs({ exchange }: OpenConnection): boolean {
  return exchange?.request.complete === true && !exchange.response.writableEnded
}
