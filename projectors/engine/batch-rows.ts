import type pg from 'pg'
import type { BlockChange } from './list-facets.ts'
import { placeOnLists } from './list-positions.ts'
import type { Rows } from './projection.ts'
import type { BufferedRow, RowBuffer } from './row-buffer.ts'
import type { Row, Table } from './table.ts'

type Change = {
  readonly table: Table<Row>
  readonly buffered: BufferedRow
  readonly before: Row | undefined
}

/** The rows of a batch, with what one event has changed so far so that it can be taken back. */
export type BatchRows = Rows & {
  /** Loads rows in one statement per table, all at once. */
  preload(ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<void>
  /** Loads the rows with one of these values in an indexed column, in one statement. */
  load(table: Table<Row>, column: string, values: readonly string[]): Promise<void>
  /** Gives every row changed since the last call its places on its lists. */
  settle(): Promise<void>
  /** Ends an event: kept, or taken back as if it had never been applied. */
  keep(): void
  rollback(): void
  /** Block changes of all events kept. */
  readonly blocks: readonly BlockChange[]
}

/** Opens the rows of a batch: buffer first, Postgres on a miss. */
export function openBatchRows(client: pg.ClientBase, buffer: RowBuffer): BatchRows {
  const blocks: BlockChange[] = []
  let changes: Change[] = []
  let eventBlocks: BlockChange[] = []
  let settled = 0

  const loadIds = async (table: string, ids: readonly string[]) => {
    const found = await selectByIds(client, table, ids)
    for (const id of ids) if (!buffer.find(table, id)) buffer.add(table, id, found.get(id))
  }
  const bufferedRow = async (table: string, id: string): Promise<BufferedRow> => {
    const buffered = buffer.find(table, id)
    if (buffered !== undefined) return buffered
    await loadIds(table, [id])
    return buffer.find(table, id) as BufferedRow
  }
  const change = (table: Table<Row>, id: string, now: Row | undefined) => {
    const buffered = buffer.find(table.name, id)
    if (buffered === undefined) throw new Error(`${table.name} ${id} is changed before it is read`)
    changes.push({ table, buffered, before: buffered.now })
    buffered.now = now
  }
  const rows: BatchRows = {
    blocks,
    async get(table, id) {
      return (await bufferedRow(table.name, id)).now as never
    },
    async find(table, column, value) {
      await rows.load(table as never, column, [value])
      const matches: Row[] = []
      for (const { now } of buffer.of(table.name))
        if (now !== undefined && (now as Record<string, unknown>)[column] === value)
          matches.push(now)
      // In order of id, so that the answer does not depend on what happened to be loaded.
      return matches.sort((a, b) => (a.id < b.id ? -1 : 1)) as never
    },
    put: (table, row) => change(table as never, row.id, row),
    remove: (table, id) => change(table as never, id, undefined),
    async load({ name }, column, values) {
      for (const row of await selectBy(client, name, column, values))
        if (!buffer.find(name, row.id)) buffer.add(name, row.id, row)
    },
    async preload(wanted) {
      const loads = [...wanted].map(([table, ids]) => {
        const missing = [...ids].filter((id) => buffer.find(table, id) === undefined)
        return missing.length === 0 ? undefined : loadIds(table, missing)
      })
      // All are on their way at once; one that fails must not leave another's rejection to nobody.
      for (const done of await Promise.allSettled(loads))
        if (done.status === 'rejected') throw done.reason
    },
    async settle() {
      if (settled === changes.length) return
      for (const { table, buffered, before } of firstChanges(changes.slice(settled))) {
        if (table.lists === undefined) continue
        const placed = await placeOnLists(table, before, buffered.now, rows)
        buffered.now = placed.row
        eventBlocks.push(...placed.blocks)
      }
      settled = changes.length
    },
    keep() {
      blocks.push(...eventBlocks)
      changes = []
      eventBlocks = []
      settled = 0
    },
    rollback() {
      for (const { buffered, before } of changes.reverse()) buffered.now = before
      changes = []
      eventBlocks = []
      settled = 0
    },
  }
  return rows
}

/** One change per row: from what it was first. */
function firstChanges(changes: readonly Change[]): Iterable<Change> {
  const bySlot = new Map<BufferedRow, Change>()
  for (const change of changes)
    if (!bySlot.has(change.buffered)) bySlot.set(change.buffered, change)
  return bySlot.values()
}

async function selectByIds(client: pg.ClientBase, table: string, ids: readonly string[]) {
  const { rows } = await client.query<Row>({
    name: `by-id-${table}`,
    text: `select * from ${table} where id = any($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

async function selectBy(
  client: pg.ClientBase,
  table: string,
  column: string,
  values: readonly string[],
) {
  const { rows } = await client.query<Row>({
    name: `by-${column}-${table}`,
    text: `select * from ${table} where ${column} = any($1)`,
    values: [values],
  })
  return rows
}
