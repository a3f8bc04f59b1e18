import type { Delivered, RecordedEvent } from '@recado/infra/event-store/event-store'
import { applyBatch, type Checkpoint, type Fold, isBadData, type Poison } from './apply-batch.ts'
import type { Row } from './table.ts'

/** What a batch came to: the checkpoint reached, the poison met, and the rows that are new, by table. */
export type Applied = {
  readonly to: Checkpoint
  readonly poison: readonly Poison[]
  inserted(table: string): Row[]
}

/**
 * Applies what a subscription delivered. What it repeats is dropped by position; a batch that Postgres
 * refuses is applied event by event, so that only the poison one is parked.
 */
export async function applyDelivered(
  fold: Fold,
  batch: readonly Delivered[],
  from: Checkpoint,
  synchronous: boolean,
): Promise<Applied> {
  const events = unseen(batch, from.position)
  const to = advanced(from, batch, events)
  if (to === from) return { to, poison: [], inserted: () => [] }
  return applyOrIsolate(fold, events, from, to, synchronous)
}

function advanced(from: Checkpoint, batch: readonly Delivered[], events: readonly RecordedEvent[]) {
  const last = events.at(-1)
  const considered = batch.findLast((item) => item.kind === 'checkpoint')?.position ?? -1n
  const applied =
    last === undefined
      ? from
      : { position: last.position, event_position: last.position, event_id: last.id }
  return considered > applied.position ? { ...applied, position: considered } : applied
}

function unseen(batch: readonly Delivered[], position: bigint): RecordedEvent[] {
  const events: RecordedEvent[] = []
  let seen = position
  for (const item of batch) {
    if (item.kind !== 'event' || item.event.position <= seen) continue
    events.push(item.event)
    seen = item.event.position
  }
  return events
}

async function applyOrIsolate(
  fold: Fold,
  events: readonly RecordedEvent[],
  from: Checkpoint,
  to: Checkpoint,
  synchronous: boolean,
): Promise<Applied> {
  try {
    const { slots, poison } = await applyBatch(fold, events, from, to, { synchronous })
    return { to, poison, inserted: (table) => newRows(slots.of(table)) }
  } catch (error) {
    if (!isBadData(error)) throw error
    fold.cache.clear()
    if (events.length <= 1) return parkOnly(fold, events[0], from, to, error)
    return oneByOne(fold, events, from, to, synchronous)
  }
}

async function parkOnly(
  fold: Fold,
  event: RecordedEvent | undefined,
  from: Checkpoint,
  to: Checkpoint,
  error: unknown,
) {
  if (event === undefined) throw error
  fold.parked.add(event.stream)
  const options = { synchronous: true, parkedFor: error }
  const { poison } = await applyBatch(fold, [event], from, to, options)
  return { to, poison, inserted: () => [] }
}

async function oneByOne(
  fold: Fold,
  events: readonly RecordedEvent[],
  from: Checkpoint,
  to: Checkpoint,
  synchronous: boolean,
) {
  const poison: Poison[] = []
  const inserted: ((table: string) => Row[])[] = []
  let at = from
  for (const event of events) {
    const next = { position: event.position, event_position: event.position, event_id: event.id }
    const result = await applyOrIsolate(fold, [event], at, next, synchronous)
    poison.push(...result.poison)
    inserted.push(result.inserted)
    at = result.to
  }
  return {
    to: at.position === to.position ? to : at,
    poison,
    inserted: (table: string) => inserted.flatMap((of) => of(table)),
  }
}

function newRows(slots: Iterable<{ committed: Row | undefined; now: Row | undefined }>): Row[] {
  const rows: Row[] = []
  for (const { committed, now } of slots)
    if (committed === undefined && now !== undefined) rows.push(now)
  return rows
}
