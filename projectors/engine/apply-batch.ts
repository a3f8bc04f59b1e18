import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { sendInOneWrite } from '@recado/infra/postgres/send-in-one-write'
import type pg from 'pg'
import { type BatchRows, openBatchRows } from './batch-rows.ts'
import { type Checkpoint, moveCheckpoint } from './checkpoint.ts'
import { copyParentColumns } from './denormalised-columns.ts'
import { isOfErased, noteErased } from './erased-accounts.ts'
import { isInfrastructureError } from './is-infrastructure-error.ts'
import { type Poison, parkedRows, unparkedRows } from './parked-events.ts'
import type { Handler, Projection, Promised } from './projection.ts'
import { openRowBuffer, type RowBuffer } from './row-buffer.ts'
import type { RowCache } from './row-cache.ts'
import type { Row, Table } from './table.ts'
import { writeBlocks } from './write-blocks.ts'
import { type Writers, writeRows } from './write-rows.ts'

export class HandlersFailed extends Error {
  readonly failed: ReadonlyMap<RecordedEvent, unknown>
  constructor(failed: ReadonlyMap<RecordedEvent, unknown>) {
    super('some events of the batch could not be applied')
    this.name = 'HandlersFailed'
    this.failed = failed
  }
}

export type Projector = {
  readonly client: pg.ClientBase
  readonly partition: number
  readonly projections: readonly Projection[]
  readonly tables: readonly Table<Row>[]
  readonly writers: Writers
  readonly cache: RowCache
  /** Streams with a parked event: their later events are parked too. */
  readonly parked: Set<string>
  /** Erased accounts, whose facts change no row. */
  readonly erased: Set<string>
}

/** Events in log order, and the checkpoints before and after them. */
export type Batch = {
  readonly events: readonly RecordedEvent[]
  readonly from: Checkpoint
  readonly to: Checkpoint
  readonly synchronous: boolean
  /** Parked in the same transaction, with all later events of its stream. */
  readonly poison?: Poison
  /** Only tests whether the batch can be written: the transaction is rolled back. */
  readonly dry?: true
  /** The events are parked events that are retried; those that apply are unparked. */
  readonly again?: true
  readonly also?: readonly pg.QueryConfig[]
}

/**
 * Applies events in log order and commits all rows and the checkpoint in one transaction. The statements are
 * pipelined: if another runner has moved the checkpoint, that statement fails and aborts the transaction.
 * @returns the buffer of the batch, which knows the inserted rows, and the parked events
 * @throws CheckpointMoved, HandlersFailed, or the error of Postgres; then nothing was written
 */
export async function applyBatch(
  projector: Projector,
  batch: Batch,
): Promise<{ buffer: RowBuffer; parked: readonly Poison[] }> {
  const buffer = openRowBuffer(projector.cache, !batch.again)
  const shown = batch.events.filter((event) => !isOfErased(projector, event))
  const parked = parkedOf(projector, { ...batch, events: shown })
  const toApply = shown.filter((event) => !parked.has(event))
  const blocks = await applyEvents(projector, toApply, buffer)
  // Built before anything is sent, because building a document may fail.
  const statements = [
    ...writeRows(projector.writers, buffer),
    ...writeBlocks(blocks),
    ...parkedRows([...parked.values()], projector.partition),
    ...(batch.again ? unparkedRows(toApply) : []),
    ...(batch.also ?? []),
  ]
  await writeBatch(projector, batch, statements)
  if (batch.dry) return { buffer, parked: [] }
  buffer.commit()
  noteErased(projector, toApply)
  for (const { event } of parked.values()) projector.parked.add(event.stream)
  return { buffer, parked: [...parked.values()] }
}

function parkedOf({ parked }: Projector, { events, poison }: Batch): Map<RecordedEvent, Poison> {
  const found = new Map<RecordedEvent, Poison>()
  let isAfterPoison = false
  for (const event of events) {
    isAfterPoison ||= event === poison?.event
    if (poison !== undefined && event === poison.event) found.set(event, poison)
    else if (parked.has(event.stream) || (isAfterPoison && event.stream === poison?.event.stream))
      found.set(event, { event, error: new Error('an earlier event of this stream is parked') })
  }
  return found
}

async function writeBatch(
  { client, partition }: Projector,
  { from, to, synchronous, dry }: Batch,
  statements: readonly pg.QueryConfig[],
): Promise<void> {
  try {
    const sent = sendInOneWrite(client, () => [
      client.query('begin'),
      ...(synchronous ? [] : [client.query('set local synchronous_commit = off')]),
      moveCheckpoint(client, partition, from, to),
      ...statements.map((statement) => client.query(statement)),
      client.query(dry ? 'rollback' : 'commit'),
    ])
    await awaitAll(sent)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Waits for all promises before throwing the first error, so that no rejection stays unhandled. */
async function awaitAll(writes: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find((write) => write.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Continues after a failure, so that one pass finds all failing events. */
async function applyEvents(
  { client, partition, projections, tables }: Projector,
  events: readonly RecordedEvent[],
  buffer: RowBuffer,
) {
  const rows = openBatchRows(client, partition, buffer)
  const failed = new Map<RecordedEvent, unknown>()
  const failedStreams = new Set<string>()
  await rows.preload(wantedRows(projections, events, buffer))
  for (const event of events) {
    if (failedStreams.has(event.stream)) continue
    const savepoint = rows.savepoint()
    try {
      await applyEvent(projections, event, rows)
      savepoint.release()
    } catch (error) {
      if (isInfrastructureError(error)) throw error
      savepoint.rollback()
      failed.set(event, error)
      failedStreams.add(event.stream)
    }
  }
  if (failed.size > 0) throw new HandlersFailed(failed)
  const savepoint = rows.savepoint()
  await copyParentColumns(tables, buffer, rows)
  savepoint.release()
  return rows.blocks
}

async function applyEvent(
  projections: readonly Projection[],
  event: RecordedEvent,
  rows: BatchRows,
): Promise<void> {
  for (const { on } of projections) {
    const handler = on[event.type] as Handler<never> | null | undefined
    if (!handler) continue
    await handler(event as never, rows)
    await rows.placeChanged()
  }
}

function wantedRows(
  projections: readonly Projection[],
  events: readonly RecordedEvent[],
  buffer: RowBuffer,
) {
  const wanted = new Map<string, Set<string>>()
  for (const event of events)
    for (const { needs } of projections)
      for (const [table, id, promise] of needs[event.type]?.(event as never) ?? []) {
        const ids = wanted.get(table.name)
        if (promise !== undefined && holds(promise, buffer)) buffer.addNew(table.name, id, promise)
        else if (ids === undefined) wanted.set(table.name, new Set([id]))
        else ids.add(id)
      }
  return wanted
}

function holds(promise: Promised, buffer: RowBuffer): boolean {
  return typeof promise === 'string' || buffer.isWithoutChildren(promise.in.name, promise.id)
}
