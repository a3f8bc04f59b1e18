import { nextReplay, replayBegun } from '@recado/application/relay/replays'
import { PositionUnknown } from '@recado/infra/event-store/errors'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { StreamEnd } from './events-stream.ts'
import { positionBefore, positionBehind } from './relayed.ts'
import type { RelayOptions } from './run-relay.ts'
import { StreamDiverged } from './troubles.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** From where facts are published, and the replay that begins with them. */
export type Beginning = {
  /** They come behind this position. */
  readonly after: bigint
  /** The latest replay, as each message names it. */
  readonly replay: string | null
}

/**
 * Where to go on: behind the fact that the stream ends with, behind what a replay asks for, or, when the stream tells of
 * none, where the days begin that it keeps.
 * @throws StreamDiverged when the log is not the one that the stream was filled from
 */
export async function beginning(
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
    // What it asks for is on its way by itself, or has begun before this relay did.
    const isUnderWay = replay.id === end.replay || replay.from > after
    const before = isUnderWay ? null : await positionBehind(store, replay.from).catch(orNone)
    if (before !== null) return { after: before, replay: replay.id }
    if (!isUnderWay) log.warn({ replay: replay.id }, 'a replay begins where the log has nothing')
    await replayBegun(pool, replay.id)
  }
}

/** The log was restored since it was asked for. */
function orNone(error: unknown): null {
  if (error instanceof PositionUnknown) return null
  throw error
}
