import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  FORWARDS,
  type ReadPosition,
} from '@eventstore/db-client'
import { answerWithin } from '../concurrency/with-timeout.ts'
import { isUnknownPosition } from './client-fault.ts'
import type { Connection } from './connection.ts'
import { PositionUnknown } from './errors.ts'
import type { FromPosition, RecordedEvent } from './event-store.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { pull } from './pull.ts'
import { openedEvent, positionOf } from './recorded-event.ts'
import { retryReads } from './retry-reads.ts'

type Direction = typeof FORWARDS | typeof BACKWARDS

/** The client's form of a position. Events written over gRPC have equal commit and prepare positions. */
export function readPosition(from: FromPosition): ReadPosition {
  return typeof from === 'bigint' ? { commit: from, prepare: from } : from
}

/** The log in pages; continues after the last event when a read breaks. @throws PositionUnknown, StoreUnavailable */
export async function* readLog(
  connection: Connection,
  limits: Limits,
  options: { from: FromPosition; direction?: Direction; limit?: number },
): AsyncGenerator<RecordedEvent, void, void> {
  const direction = options.direction ?? FORWARDS
  let left = options.limit ?? Number.MAX_SAFE_INTEGER
  let from = options.from
  let seen: bigint | undefined
  for (let more = left > 0; more && left > 0; ) {
    // Forwards is inclusive: each later page repeats one event, so ask for one more.
    const wanted = Math.min(left + 1, Number.MAX_SAFE_INTEGER)
    let got = 0
    // The repeated event is no progress: a read that gets no further must give up.
    const isNew = (resolved: AllStreamResolvedEvent) => {
      got += 1
      return positionOf(resolved) !== seen
    }
    const page = readPage(connection, limits, () => from, direction, wanted, isNew)
    for await (const resolved of page) {
      from = seen = positionOf(resolved)
      const event = await openedEvent(resolved, connection.sealing)
      if (!event) continue
      yield event
      left -= 1
      if (left === 0) return
    }
    more = got >= wanted
  }
}

export async function headOfLog(connection: Connection, limits: Limits): Promise<bigint | null> {
  for await (const newest of readPage(connection, limits, () => END, BACKWARDS, 1)) {
    return positionOf(newest)
  }
  return null
}

/** Whether the server answers within `timeoutMs`. The read waits as long as any other: a short timeout must not make the connection look silent. */
export async function respondsWithin(
  connection: Connection,
  limits: Limits,
  timeoutMs: number,
): Promise<boolean> {
  const newest = pull(connection, limits.silenceMs, (client) =>
    client.readAll({ ...FROM_LEADER, fromPosition: END, direction: BACKWARDS, maxCount: 1 }),
  )
  const answered = newest.next().then(
    () => true,
    () => false,
  )
  const inTime = await answerWithin(timeoutMs, answered)
  void answered.then(() => newest.return()).catch(() => undefined)
  return inTime === true
}

function readPage(
  connection: Connection,
  limits: Limits,
  from: () => FromPosition,
  direction: Direction,
  maxCount: number,
  isWanted: (resolved: AllStreamResolvedEvent) => boolean = () => true,
): AsyncIterable<AllStreamResolvedEvent> {
  return retryReads(limits, '$all', async function* () {
    const fromPosition = readPosition(from())
    try {
      const pulled = pull<AllStreamResolvedEvent>(connection, limits.silenceMs, (client) =>
        client.readAll({ ...FROM_LEADER, fromPosition, direction, maxCount }),
      )
      for await (const resolved of pulled) if (isWanted(resolved)) yield resolved
    } catch (error) {
      if (isUnknownPosition(error)) throw new PositionUnknown(from(), error)
      throw error
    }
  })
}
