import type { EventStoreDBClient } from '@eventstore/db-client'
import { answered } from './answered.ts'
import { isAnswer } from './client-fault.ts'
import type { Connection } from './connection.ts'

/** Makes one request and reports its outcome to the connection. @throws NoAnswer, NotSent, or the client's error */
export async function ask<T>(
  connection: Connection,
  timeoutMs: number,
  request: (client: EventStoreDBClient) => Promise<T>,
): Promise<T> {
  const since = performance.now()
  const client = await connection.ready(timeoutMs)
  const noLongerWaiting = connection.waiting()
  try {
    const answer = await answered(timeoutMs, request(client))
    connection.answered()
    return answer
  } catch (error) {
    heed(connection, error, since)
    throw error
  } finally {
    noLongerWaiting()
  }
}

/** Reports an error to the connection: as an answer, or as silence since `since` (ms, `performance.now`). */
export function heed(connection: Connection, error: unknown, since: number): void {
  if (isAnswer(error)) connection.answered()
  else connection.suspect(since)
}
