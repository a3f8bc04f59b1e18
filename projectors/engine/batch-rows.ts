import type pg from 'pg'
import type { BlockChange } from './list-facets.ts'
import { placeOnLists } from './list-positions.ts'
import { type RowLoader, rowLoader } from './load-rows.ts'
import type { Rows, TimeSpan } from './projection.ts'
import type { BufferedRow, RowBuffer } from './row-buffer.ts'
import type { Row, Table } from './table.ts'

export type Savepoint = {
  release(): void
  rollback(): void
}

export type BatchRows = Rows &
  Pick<RowLoader, 'preload' | 'load'> & {
    /** Starts the changes of one event. The previous savepoint must be released or rolled back before. */
    savepoint(): Savepoint
    /** Gives every row changed since the last call its places on its lists. */
    placeChanged(): Promise<void>
    readonly blocks: readonly BlockChange[]
  }

type Change = {
  readonly table: Table<Row>
  readonly buffered: BufferedRow
  readonly before: Row | undefined
}

type Changes = { readonly rows: Change[]; readonly blocks: BlockChange[]; placed: number }

export function openBatchRows(
  client: pg.ClientBase,
  partition: number,
  buffer: RowBuffer,
): BatchRows {
  const blocks: BlockChange[] = []
  const loader = rowLoader(client, buffer)
  let changes = noChanges()

  const change = (table: Table<Row>, id: string, now: Row | undefined) => {
    const buffered =
      now === undefined ? buffer.find(table.name, id) : buffer.findWhole(table.name, id)
    if (buffered === undefined) throw new Error(`${table.name} ${id} is changed before it is read`)
    changes.rows.push({ table, buffered, before: buffered.now })
    buffered.now = now
  }
  const rows: BatchRows = {
    partition,
    blocks,
    preload: loader.preload,
    load: loader.load,
    async get(table, id) {
      return (await loader.one(table.name, id)).now as never
    },
    async find(table, column, value, among) {
      const values = [value].flat()
      await loader.load(table as never, column, values, among)
      return rowsWithValue(buffer.of(table.name), column, new Set(values)) as never
    },
    async findBefore(table, span, columns = []) {
      await loader.before(table as never, span as never, columns)
      return rowsBefore(buffer.of(table.name), span as never) as never
    },
    put: (table, row) => change(table as never, row.id, row),
    remove: (table, id) => change(table as never, id, undefined),
    forget(table, ids) {
      for (const id of ids) {
        if (buffer.find(table.name, id) === undefined) buffer.add(table.name, id, { id })
        change(table as never, id, undefined)
      }
    },
    savepoint() {
      const since = noChanges()
      changes = since
      return {
        release: () => void blocks.push(...since.blocks),
        rollback: () => undo(since.rows),
      }
    },
    placeChanged: () => placeChangedRows(changes, rows),
  }
  return rows
}

function noChanges(): Changes {
  return { rows: [], blocks: [], placed: 0 }
}

async function placeChangedRows(changes: Changes, rows: Rows): Promise<void> {
  if (changes.placed === changes.rows.length) return
  for (const { table, buffered, before } of firstChanges(changes.rows.slice(changes.placed))) {
    if (table.lists === undefined) continue
    const placed = await placeOnLists(table, before, buffered.now, rows)
    buffered.now = placed.row
    changes.blocks.push(...placed.blocks)
    await table.tally?.change(before, placed.row, rows)
  }
  // Placing has also changed list totals and tallies, whose rows are on no list.
  changes.placed = changes.rows.length
}

/** The first change of each row: its `before` is the row's state when it was last placed. */
function firstChanges(changes: readonly Change[]): Iterable<Change> {
  const byRow = new Map<BufferedRow, Change>()
  for (const change of changes) if (!byRow.has(change.buffered)) byRow.set(change.buffered, change)
  return byRow.values()
}

function undo(changes: readonly Change[]): void {
  for (const { buffered, before } of changes.toReversed()) buffered.now = before
}

function rowsBefore(
  buffered: Iterable<BufferedRow>,
  { key, value, time, before: end, only }: TimeSpan<Row>,
): Row[] {
  const rows: Row[] = []
  for (const { now } of buffered) {
    const row = now as Readonly<Record<string, unknown>> | undefined
    if (row?.[key] !== value || String(row[time]) >= end) continue
    if (only === undefined || row[only] === true) rows.push(now as Row)
  }
  return rows.sort(byId)
}

function byId(a: Row, b: Row): number {
  return a.id < b.id ? -1 : 1
}

/** In order of id, so that the result does not depend on which rows were loaded before. */
function rowsWithValue(
  buffered: Iterable<BufferedRow>,
  column: string,
  values: ReadonlySet<unknown>,
): Row[] {
  const rows: Row[] = []
  for (const { now } of buffered)
    if (now !== undefined && values.has((now as Record<string, unknown>)[column])) rows.push(now)
  return rows.sort(byId)
}
