import type pg from 'pg'
import type { BlockChange } from './list-parts.ts'
import { placeOnLists } from './list-positions.ts'
import type { Rows } from './projection.ts'
import type { Slot, Slots } from './slots.ts'
import type { Row, Table } from './table.ts'

type Change = { readonly table: Table<Row>; readonly slot: Slot; readonly before: Row | undefined }

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
  takeBack(): void
  /** Block changes of all events kept. */
  readonly blocks: readonly BlockChange[]
}

/** Opens the rows of a batch: slots first, Postgres on a miss. */
export function openBatchRows(client: pg.ClientBase, slots: Slots): BatchRows {
  const blocks: BlockChange[] = []
  let changes: Change[] = []
  let eventBlocks: BlockChange[] = []
  let settled = 0

  const loadIds = async (table: string, ids: readonly string[]) => {
    const found = await selectByIds(client, table, ids)
    for (const id of ids) if (!slots.find(table, id)) slots.add(table, id, found.get(id))
  }
  const slotOf = async (table: string, id: string): Promise<Slot> => {
    const slot = slots.find(table, id)
    if (slot !== undefined) return slot
    await loadIds(table, [id])
    return slots.find(table, id) as Slot
  }
  const change = (table: Table<Row>, id: string, now: Row | undefined) => {
    const slot = slots.find(table.name, id)
    if (slot === undefined) throw new Error(`${table.name} ${id} is changed before it is read`)
    changes.push({ table, slot, before: slot.now })
    slot.now = now
  }
  const rows: BatchRows = {
    blocks,
    async get(table, id) {
      return (await slotOf(table.name, id)).now as never
    },
    async find(table, column, value) {
      await rows.load(table as never, column, [value])
      const matches: Row[] = []
      for (const { now } of slots.of(table.name))
        if (now !== undefined && (now as Record<string, unknown>)[column] === value)
          matches.push(now)
      // In order of id, so that the answer does not depend on what happened to be loaded.
      return matches.sort((a, b) => (a.id < b.id ? -1 : 1)) as never
    },
    put: (table, row) => change(table as never, row.id, row),
    remove: (table, id) => change(table as never, id, undefined),
    async load({ name }, column, values) {
      for (const row of await selectBy(client, name, column, values))
        if (!slots.find(name, row.id)) slots.add(name, row.id, row)
    },
    async preload(wanted) {
      const loads = [...wanted].map(([table, ids]) => {
        const missing = [...ids].filter((id) => slots.find(table, id) === undefined)
        return missing.length === 0 ? undefined : loadIds(table, missing)
      })
      // All are on their way at once; one that fails must not leave another's rejection to nobody.
      for (const done of await Promise.allSettled(loads))
        if (done.status === 'rejected') throw done.reason
    },
    async settle() {
      if (settled === changes.length) return
      for (const { table, slot, before } of firstChanges(changes.slice(settled))) {
        if (table.lists === undefined) continue
        const placed = await placeOnLists(table, before, slot.now, rows)
        slot.now = placed.row
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
    takeBack() {
      for (const { slot, before } of changes.reverse()) slot.now = before
      changes = []
      eventBlocks = []
      settled = 0
    },
  }
  return rows
}

/** One change per row: from what it was first. */
function firstChanges(changes: readonly Change[]): Iterable<Change> {
  const bySlot = new Map<Slot, Change>()
  for (const change of changes) if (!bySlot.has(change.slot)) bySlot.set(change.slot, change)
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
