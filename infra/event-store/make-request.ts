import type { EventStoreDBClient } from '@eventstore/db-client'
import { NotSent } from './client-fault.ts'
import type { Connection } from './connection.ts'

/** No attempt begins with less time than this left, ms: it would fail without saying anything about the server. */
export const MIN_ATTEMPT_MS = 250

/** How long an attempt waits, ms of running time, and until when its caller does (ms, `time.clock`). */
export type Patience = { readonly attemptMs: number; readonly deadline: number }

/** Makes one request. @throws NoAnswer, GivenUp, NotSent, or the client's error */
export async function makeRequest<T>(
  connection: Connection,
  { attemptMs, deadline }: Patience,
  request: (client: EventStoreDBClient) => Promise<T>,
): Promise<T> {
  const leftMs = () => Math.min(attemptMs, Math.ceil(deadline - connection.time.clock()))
  const monitored = await connection.ready(Math.max(MIN_ATTEMPT_MS, leftMs()))
  const timeoutMs = leftMs()
  if (timeoutMs < MIN_ATTEMPT_MS) throw new NotSent('too little of its time is left')
  return monitored.answer(timeoutMs, request(monitored.client))
}
