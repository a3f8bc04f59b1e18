import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { applyBatch, type Batch, HandlersFailed, type Projector } from './apply-batch.ts'
import type { Checkpoint } from './checkpoint.ts'
import { isNeverTheEvents } from './never-the-events.ts'
import type { Poison } from './parked-events.ts'
import type { Row } from './table.ts'

/** What a batch came to: the checkpoint reached, what was parked, and the rows that are new, by table. */
export type Applied = {
  readonly to: Checkpoint
  readonly parked: readonly Poison[]
  inserted(table: string): Row[]
}

/** Into how many pieces a batch is cut that cannot be written: 32 small ones find one event among 1,000. */
const PIECES = 8

/**
 * Applies a batch; one that fails goes in pieces, each a transaction, until what fails alone is found and parked. What an
 * append wrote stays in one transaction. See docs/adr/0020.
 * @throws what is never an event's fault, and what fails without the event too
 */
export async function applyIsolating(fold: Projector, batch: Batch): Promise<Applied> {
  try {
    return appliedTo(batch, await applyBatch(fold, batch))
  } catch (error) {
    if (isNeverTheEvents(error) || batch.events.length === 0) throw error
    // It must not be a row we remember wrongly.
    fold.cache.clear()
    const appends = appendsOf(batch.events)
    if (appends.length === 1) return parkFirstBad(fold, batch, error)
    return inPieces(fold, batch, cut(appends, error))
  }
}

async function inPieces(
  fold: Projector,
  batch: Batch,
  pieces: readonly (readonly RecordedEvent[])[],
): Promise<Applied> {
  const done: Applied[] = []
  let { from } = batch
  for (const events of pieces) {
    const isLast = events === pieces.at(-1)
    const to = isLast ? batch.to : nextCheckpoint(batch, events)
    // The last commit makes the others durable.
    const piece = { ...batch, events, from, to, synchronous: isLast && batch.synchronous }
    done.push(await applyIsolating(fold, piece))
    from = to
  }
  return {
    to: batch.to,
    parked: done.flatMap(({ parked }) => parked),
    inserted: (table) => done.flatMap((one) => one.inserted(table)),
  }
}

/** Events that are tried again move no checkpoint. */
function nextCheckpoint({ from, again }: Batch, events: readonly RecordedEvent[]): Checkpoint {
  const last = events.at(-1)
  if (again || last === undefined) return from
  return { position: last.position, event_position: last.position, event_id: last.id }
}

/** Around those whose handlers failed; evenly when the rows of all were refused together. */
function cut(
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

/** The events of each append together. */
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

/** Parks the first event of an append that cannot be applied; those before it are applied in the same transaction. */
async function parkFirstBad(fold: Projector, batch: Batch, error: unknown): Promise<Applied> {
  let [good, bad, why] = [0, batch.events.length, error]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    const failure = await failureOf(fold, { ...batch, events: batch.events.slice(0, middle) })
    if (failure === undefined) good = middle
    else [bad, why] = [middle, failure]
  }
  const event = batch.events[good] as RecordedEvent
  const poison = { event, error: reasonOf(why, event) }
  return appliedTo(batch, await applyBatch(fold, { ...batch, poison }))
}

async function failureOf(fold: Projector, batch: Batch): Promise<unknown> {
  try {
    await applyBatch(fold, { ...batch, dry: true })
    return undefined
  } catch (error) {
    if (isNeverTheEvents(error)) throw error
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
