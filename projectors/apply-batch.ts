import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { openBatchRows } from './batch-rows.ts'
import { carryColumns } from './carry-columns.ts'
import { storeRows, type Writers } from './flush.ts'
import type { Handler, Projection } from './projection.ts'
import type { RowCache } from './row-cache.ts'
import { openSlots, type Slots } from './slots.ts'
import { storeBlocks } from './store-blocks.ts'
import type { Row, Table } from './table.ts'

/** How far the read models are: all considered up to `position`; `event_*` name the last event applied. */
export type Checkpoint = {
  readonly position: bigint
  readonly event_position: bigint | null
  readonly event_id: string | null
}

/** Another runner has moved the checkpoint: this one must stop writing. */
export class CheckpointMoved extends Error {
  constructor() {
    super('another runner has moved the checkpoint of the read models; this one stands by')
    this.name = 'CheckpointMoved'
  }
}

/** A fact that no handler could apply; its stream is parked. */
export type Poison = { readonly event: RecordedEvent; readonly error: unknown }

/** What a batch is applied with. */
export type Fold = {
  readonly client: pg.ClientBase
  readonly projections: readonly Projection[]
  /** Every table of theirs, and the totals of lists. */
  readonly tables: readonly Table<Row>[]
  readonly writers: Writers
  readonly cache: RowCache
  /** Streams with a poison event: their later events are parked too. */
  readonly parked: Set<string>
}

/**
 * Applies events in log order, all rows and the checkpoint in one transaction, which is one flight of statements:
 * where the checkpoint is not ours to move, that statement fails and takes the others with it.
 * @param options.parkedFor why the streams of these events are parked, when this is just being found out
 * @returns the slots of the batch, so that what was inserted can be told, and the poison met
 * @throws CheckpointMoved, or the error of Postgres; then nothing was written
 */
export async function applyBatch(
  fold: Fold,
  events: readonly RecordedEvent[],
  from: Checkpoint,
  to: Checkpoint,
  options: { synchronous: boolean; parkedFor?: unknown },
): Promise<{ slots: Slots; poison: readonly Poison[] }> {
  const slots = openSlots(fold.cache)
  const { blocks, poison } = await applyEvents(fold, events, slots, options.parkedFor)
  const { client } = fold
  try {
    const writes = [
      client.query('begin'),
      ...(options.synchronous ? [] : [client.query('set local synchronous_commit = off')]),
      moveCheckpoint(client, from, to),
      ...storeRows(client, fold.writers, slots),
      ...storeBlocks(client, blocks),
      ...park(client, poison),
      client.query('commit'),
    ]
    await everyOne(writes)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  slots.commit()
  return { slots, poison }
}

/** Waits for all before throwing the first error, so that no rejection is left unhandled. */
async function everyOne(writes: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(writes)).find((write) => write.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function applyEvents(
  fold: Fold,
  events: readonly RecordedEvent[],
  slots: Slots,
  parkedFor: unknown = new Error('an earlier event of this stream is parked'),
) {
  const rows = openBatchRows(fold.client, slots)
  const poison: Poison[] = []
  const living = events.filter((event) => !fold.parked.has(event.stream))
  await rows.preload(wantedRows(fold.projections, living))
  for (const event of events) {
    if (fold.parked.has(event.stream)) {
      poison.push({ event, error: parkedFor })
      continue
    }
    try {
      for (const projection of fold.projections) {
        const handler = projection.on[event.type] as Handler<never> | null | undefined
        if (!handler) continue
        await handler(event as never, rows)
        await rows.settle()
      }
      rows.keep()
    } catch (error) {
      rows.takeBack()
      if (!isBadData(error)) throw error
      fold.parked.add(event.stream)
      poison.push({ event, error })
    }
  }
  await carryColumns(fold.tables, slots, rows)
  rows.keep()
  return { blocks: rows.blocks, poison }
}

/** Whether the event is to blame: a handler's own fault, or data that Postgres refuses (SQLSTATE 22, 23). */
export function isBadData(error: unknown): boolean {
  if (error instanceof CheckpointMoved) return false
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return /^2[23]/.test(code)
  return !/connection|terminated|not queryable|timeout/i.test(String(error))
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

const DIVISION_BY_ZERO = '22012'

/** Fails in Postgres, not here, when another runner has moved it: what was sent behind it must not be committed. */
async function moveCheckpoint(client: pg.ClientBase, from: Checkpoint, to: Checkpoint) {
  const moving = client.query({
    name: 'move-checkpoint',
    text: `update checkpoint set event_position = $3, event_id = $4,
        position = $2::bigint / case position when $1 then 1 else 0 end
      where id = 1`,
    values: [from.position, to.position, to.event_position, to.event_id],
  })
  const { rowCount } = await moving.catch((error) => {
    throw error.code === DIVISION_BY_ZERO ? new CheckpointMoved() : error
  })
  if (rowCount !== 1) throw new CheckpointMoved()
}

function park(client: pg.ClientBase, poison: readonly Poison[]) {
  return poison.map(({ event, error }) =>
    client.query({
      text: `insert into parked_events (id, stream, type, position, error)
        values ($1, $2, $3, $4, $5) on conflict (id) do nothing`,
      values: [event.id, event.stream, event.type, event.position, String(error).slice(0, 2000)],
    }),
  )
}
