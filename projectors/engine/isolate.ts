import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { applyBatch, type Batch, HandlersFailed, type Projector } from './apply-batch.ts'
import type { Checkpoint } from './checkpoint.ts'
import { isInfrastructureError } from './is-infrastructure-error.ts'
import type { Poison } from './parked-events.ts'
import type { Row } from './table.ts'

export type Applied = {
  readonly to: Checkpoint
  readonly parked: readonly Poison[]
  inserted(table: string): Row[]
}

/** Pieces that a failed batch is cut into: 32 small transactions then find one bad event among 1,000. */
const PIECES = 8

/**
 * Applies a batch. A batch that fails is applied in pieces, each in its own transaction, until the event that fails
 * alone is found and parked. The events of one append stay in one transaction. See docs/adr/0020.
 * @throws an error that is never an event's fault, or that occurs without the event too
 */
export async function applyIsolating(projector: Projector, batch: Batch): Promise<Applied> {
  try {
    return appliedTo(batch, await applyBatch(projector, batch))
  } catch (error) {
    if (isInfrastructureError(error) || batch.events.length === 0) throw error
    // A wrong row in the cache may be the cause, so the pieces start without it.
    projector.cache.clear()
    const appends = appendsOf(batch.events)
    if (appends.length === 1) return parkFirstBad(projector, batch, error)
    return applyInPieces(projector, batch, cutIntoPieces(appends, error))
  }
}

async function applyInPieces(
  projector: Projector,
  batch: Batch,
  pieces: readonly (readonly RecordedEvent[])[],
): Promise<Applied> {
  const done: Applied[] = []
  let { from } = batch
  for (const events of pieces) {
    const isLast = events === pieces.at(-1)
    const to = isLast ? batch.to : nextCheckpoint(batch, events)
    // A synchronous commit makes the earlier ones durable too.
    const piece = { ...batch, events, from, to, synchronous: isLast && batch.synchronous }
    done.push(await applyIsolating(projector, piece))
    from = to
  }
  return {
    to: batch.to,
    parked: done.flatMap(({ parked }) => parked),
    inserted: (table) => done.flatMap((one) => one.inserted(table)),
  }
}

function nextCheckpoint({ from, again }: Batch, events: readonly RecordedEvent[]): Checkpoint {
  const last = events.at(-1)
  if (again || last === undefined) return from
  return { position: last.position, event_position: last.position, event_id: last.id }
}

/** Cuts around the appends whose handlers failed, or evenly when Postgres refused the rows as a whole. */
function cutIntoPieces(
  appends: readonly (readonly RecordedEvent[])[],
  error: unknown,
): readonly (readonly RecordedEvent[])[] {
  const size = Math.ceil(appends.length / PIECES)
  const isBad = (append: readonly RecordedEvent[]) =>
    error instanceof HandlersFailed && append.some((event) => error.failed.has(event))
  const pieces: RecordedEvent[][] = []
  appends.forEach((append, index) => {
    const before = appends[index - 1]
    const begins =
      error instanceof HandlersFailed
        ? isBad(append) || (before !== undefined && isBad(before))
        : index % size === 0
    const piece = pieces.at(-1)
    if (piece === undefined || begins) pieces.push([...append])
    else piece.push(...append)
  })
  return pieces
}

function appendsOf(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const appends: RecordedEvent[][] = []
  let open: RecordedEvent[] = []
  for (const event of events) {
    if (open.length === 0) appends.push(open)
    open.push(event)
    if (event.metadata.more_follows !== true) open = []
  }
  return appends
}

/** Parks the first event of an append that fails; the events before it are applied in the same transaction. */
async function parkFirstBad(projector: Projector, batch: Batch, error: unknown): Promise<Applied> {
  let [good, bad, why] = [0, batch.events.length, error]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    const failure = await failureOf(projector, { ...batch, events: batch.events.slice(0, middle) })
    if (failure === undefined) good = middle
    else [bad, why] = [middle, failure]
  }
  const event = batch.events[good] as RecordedEvent
  const poison = { event, error: reasonOf(why, event) }
  return appliedTo(batch, await applyBatch(projector, { ...batch, poison }))
}

async function failureOf(projector: Projector, batch: Batch): Promise<unknown> {
  try {
    await applyBatch(projector, { ...batch, dry: true })
    return undefined
  } catch (error) {
    if (isInfrastructureError(error)) throw error
    return error
  }
}

function reasonOf(error: unknown, event: RecordedEvent): unknown {
  return error instanceof HandlersFailed ? (error.failed.get(event) ?? error) : error
}

function appliedTo({ to }: Batch, done: Awaited<ReturnType<typeof applyBatch>>): Applied {
  return { to, parked: done.parked, inserted: (table) => newRows(done.buffer.of(table)) }
}

function newRows(buffer: Iterable<{ committed: Row | undefined; now: Row | undefined }>): Row[] {
  const rows: Row[] = []
  for (const { committed, now } of buffer)
    if (committed === undefined && now !== undefined) rows.push(now)
  return rows
}
