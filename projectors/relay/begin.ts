import { markReplayBegun, nextReplay } from '@recado/application/relay/replays'
import { DAY_MS } from '@recado/domain/durations'
import { PositionUnknown } from '@recado/infra/event-store/errors'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { StreamEnd } from './events-stream.ts'
import { positionBefore, positionBeforeEvent } from './relayed.ts'
import type { RelayOptions } from './run-relay.ts'
import { StreamDiverged } from './troubles.ts'

export type Beginning = {
  readonly after: bigint
  readonly replay: string | null
}

/**
 * Finds where to continue: after the last fact of the stream, or at the start of a requested replay, or, in a stream
 * without facts, at the oldest fact that the stream's days include.
 * @throws StreamDiverged when the log is not the one that the stream was filled from
 */
export async function findBeginning(
  options: RelayOptions,
  end: StreamEnd,
  signal: AbortSignal,
): Promise<Beginning> {
  const { store, pool, log, days, now } = options
  if (end.fact !== null) {
    const event = await eventAt(store, end.fact.position)
    if (event?.id !== end.fact.event_id) throw new StreamDiverged(end.fact.position)
  }
  const oldest = new Date(now().getTime() - days * DAY_MS)
  const after = end.fact?.position ?? (await positionBefore(store, oldest, signal))
  for (;;) {
    const replay = await nextReplay(pool, null)
    if (replay === null) return { after, replay: end.replay }
    // Its facts are still to be published anyway, or another relay has begun it.
    const isUnderWay = replay.id === end.replay || replay.from > after
    const before = isUnderWay ? null : await positionBeforeEvent(store, replay.from).catch(orNone)
    if (before !== null) return { after: before, replay: replay.id }
    if (!isUnderWay)
      log.warn(
        { replay: replay.id },
        'a replay was skipped: the log does not hold its first position',
      )
    await markReplayBegun(pool, replay.id)
  }
}

/** null when the log was restored after the request. */
function orNone(error: unknown): null {
  if (error instanceof PositionUnknown) return null
  throw error
}
