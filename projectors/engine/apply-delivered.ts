import type { Delivered, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Projector } from './apply-batch.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Applied, applyIsolating } from './isolate.ts'

/** Applies delivered events. Drops repeated ones by position, and parks those that cannot be applied. */
export async function applyDelivered(
  projector: Projector,
  batch: readonly Delivered[],
  from: Checkpoint,
  synchronous: boolean,
): Promise<Applied> {
  const events = withoutRepeats(batch, from.position)
  const to = advanceCheckpoint(from, batch, events)
  if (to === from) return { to, parked: [], inserted: () => [] }
  return applyIsolating(projector, { events, from, to, synchronous })
}

function advanceCheckpoint(
  from: Checkpoint,
  batch: readonly Delivered[],
  events: readonly RecordedEvent[],
) {
  const last = events.at(-1)
  const considered = batch.findLast((item) => item.kind === 'checkpoint')?.position ?? -1n
  const applied =
    last === undefined
      ? from
      : { position: last.position, event_position: last.position, event_id: last.id }
  return considered > applied.position ? { ...applied, position: considered } : applied
}

function withoutRepeats(batch: readonly Delivered[], position: bigint): RecordedEvent[] {
  const events: RecordedEvent[] = []
  let seen = position
  for (const item of batch) {
    if (item.kind !== 'event' || item.position <= seen) continue
    events.push(item.event)
    seen = item.position
  }
  return events
}
