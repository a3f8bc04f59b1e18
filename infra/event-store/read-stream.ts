import { BACKWARDS, END, type ResolvedEvent, StreamNotFoundError } from '@eventstore/db-client'
import type { Connection } from './connection.ts'
import type { RecordedEvent } from './event-store.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { pull } from './pull.ts'
import { openedEvent } from './recorded-event.ts'
import { retryReads } from './retry-reads.ts'

/** Events from a revision, inclusive; continues after the last one when a read breaks. @param maxCount at least 1 */
export async function* readForwards(
  connection: Connection,
  limits: Limits,
  stream: string,
  from: bigint,
  maxCount = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<RecordedEvent, void, void> {
  let next = from
  let left = maxCount
  yield* retryReads(limits, stream, async function* () {
    for await (const event of readPass(connection, limits, stream, next, left)) {
      next = event.revision + 1n
      left -= 1
      yield event
    }
  })
}

export async function readNewest(
  connection: Connection,
  limits: Limits,
  stream: string,
): Promise<RecordedEvent | null> {
  const newest = retryReads(limits, stream, () => readPass(connection, limits, stream, END, 1))
  for await (const event of newest) return event
  return null
}

async function* readPass(
  connection: Connection,
  limits: Limits,
  stream: string,
  from: bigint | typeof END,
  maxCount: number,
): AsyncGenerator<RecordedEvent, void, void> {
  if (maxCount < 1) return
  const options =
    from === END ? ({ fromRevision: END, direction: BACKWARDS } as const) : { fromRevision: from }
  try {
    for await (const resolved of pull<ResolvedEvent>(connection, limits.silenceMs, (client) =>
      client.readStream(stream, { ...options, ...FROM_LEADER, maxCount }),
    )) {
      const event = await openedEvent(resolved, connection.sealing)
      if (event) yield event
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
}
