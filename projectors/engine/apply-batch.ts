import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { openBatchRows } from './batch-rows.ts'
import { type Checkpoint, moveCheckpoint } from './checkpoint.ts'
import { copyParentColumns } from './denormalised-columns.ts'
import { isNeverTheEvents } from './never-the-events.ts'
import { type Poison, parkedRows, unparkedRows } from './parked-events.ts'
import type { Handler, Projection } from './projection.ts'
import { openRowBuffer, type RowBuffer } from './row-buffer.ts'
import type { RowCache } from './row-cache.ts'
import type { Row, Table } from './table.ts'
import { writeBlocks } from './write-blocks.ts'
import { type Writers, writeRows } from './write-rows.ts'

/** Handlers failed on these events, or on what they left behind; nothing was written. */
export class HandlersFailed extends Error {
  readonly failed: ReadonlyMap<RecordedEvent, unknown>
  constructor(failed: ReadonlyMap<RecordedEvent, unknown>) {
    super('some events of the batch could not be applied')
    this.name = 'HandlersFailed'
    this.failed = failed
  }
}

/** What a batch is applied with. */
export type Projector = {
  readonly client: pg.ClientBase
  readonly projections: readonly Projection[]
  /** Every table of theirs, and the totals of lists. */
  readonly tables: readonly Table<Row>[]
  readonly writers: Writers
  readonly cache: RowCache
  /** Streams with a poison event: their later events are parked too. */
  readonly parked: Set<string>
}

/** Events in log order, and where they electLeader. */
export type Batch = {
  readonly events: readonly RecordedEvent[]
  readonly from: Checkpoint
  readonly to: Checkpoint
  readonly synchronous: boolean
  /** Found to be poison: it is parked in the same transaction, with all later ones of its stream. */
  readonly poison?: Poison
  /** Only shows whether it would work. */
  readonly dry?: true
  /** These are parked events that are tried again: what is applied is parked no longer. */
  readonly again?: true
  /** What else belongs into the transaction. */
  readonly also?: readonly pg.QueryConfig[]
}

/**
 * Applies events in log order, all rows and the checkpoint in one transaction, which is one flight of statements:
 * where the checkpoint is not ours to move, that statement fails and takes the others with it.
 * @returns the buffer of the batch, so that what was inserted can be told, and what was parked
 * @throws CheckpointMoved, HandlersFailed, or the error of Postgres; then nothing was written
 */
export async function applyBatch(
  fold: Projector,
  batch: Batch,
): Promise<{ buffer: RowBuffer; parked: readonly Poison[] }> {
  const buffer = openRowBuffer(fold.cache)
  const parked = parkedOf(fold, batch)
  const living = batch.events.filter((event) => !parked.has(event))
  const blocks = await applyEvents(fold, living, buffer)
  // Made before anything is sent: a document may be what cannot be made.
  const statements = [
    ...writeRows(fold.writers, buffer),
    ...writeBlocks(blocks),
    ...parkedRows([...parked.values()]),
    ...(batch.again ? unparkedRows(living) : []),
    ...(batch.also ?? []),
  ]
  await write(fold.client, batch, statements)
  if (batch.dry) return { buffer, parked: [] }
  buffer.commit()
  for (const { event } of parked.values()) fold.parked.add(event.stream)
  return { buffer, parked: [...parked.values()] }
}

function parkedOf({ parked }: Projector, { events, poison }: Batch): Map<RecordedEvent, Poison> {
  const found = new Map<RecordedEvent, Poison>()
  let later = false
  for (const event of events) {
    later ||= event === poison?.event
    if (poison !== undefined && event === poison.event) found.set(event, poison)
    else if (parked.has(event.stream) || (later && event.stream === poison?.event.stream))
      found.set(event, { event, error: new Error('an earlier event of this stream is parked') })
  }
  return found
}

async function write(
  client: pg.ClientBase,
  { from, to, synchronous, dry }: Batch,
  statements: readonly pg.QueryConfig[],
): Promise<void> {
  try {
    await everyOne([
      client.query('begin'),
      ...(synchronous ? [] : [client.query('set local synchronous_commit = off')]),
      moveCheckpoint(client, from, to),
      ...statements.map((statement) => client.query(statement)),
      client.query(dry ? 'rollback' : 'commit'),
    ])
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Waits for all before throwing the first error, so that no rejection is left unhandled. */
async function everyOne(writes: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find((write) => write.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Goes on after a failure, so that all that fail are known at once. */
async function applyEvents(fold: Projector, events: readonly RecordedEvent[], buffer: RowBuffer) {
  const rows = openBatchRows(fold.client, buffer)
  const failed = new Map<RecordedEvent, unknown>()
  const streams = new Set<string>()
  await rows.preload(wantedRows(fold.projections, events))
  for (const event of events) {
    if (streams.has(event.stream)) continue
    try {
      for (const projection of fold.projections) {
        const handler = projection.on[event.type] as Handler<never> | null | undefined
        if (!handler) continue
        await handler(event as never, rows)
        await rows.settle()
      }
      rows.keep()
    } catch (error) {
      if (isNeverTheEvents(error)) throw error
      rows.rollback()
      failed.set(event, error)
      streams.add(event.stream)
    }
  }
  if (failed.size > 0) throw new HandlersFailed(failed)
  await copyParentColumns(fold.tables, buffer, rows)
  rows.keep()
  return rows.blocks
}

function wantedRows(projections: readonly Projection[], events: readonly RecordedEvent[]) {
  const wanted = new Map<string, Set<string>>()
  for (const event of events)
    for (const { needs } of projections)
      for (const [table, id] of needs[event.type]?.(event as never) ?? []) {
        const ids = wanted.get(table.name)
        if (ids === undefined) wanted.set(table.name, new Set([id]))
        else ids.add(id)
      }
  return wanted
}
