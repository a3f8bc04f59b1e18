import type pg from 'pg'
import type { BlockChange } from './list-positions.ts'
import type { Slots } from './slots.ts'
import type { Row, Table } from './table.ts'

/** Block sizes: 2^6, 2^12 and 2^18 positions. */
const LEVELS = [6, 12, 18] as const
const SMALLEST = LEVELS[0]

/** Per table, the statements that store rows; columns are read from Postgres once. */
export type Writers = ReadonlyMap<string, { table: Table<Row>; upsert: string; remove: string }>

/** Prepares the statements for tables that exist in the schema of the connection. */
export async function openWriters(
  client: pg.ClientBase,
  tables: readonly Table<Row>[],
): Promise<Writers> {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = current_schema() and is_generated = 'NEVER' order by ordinal_position`,
  )
  return new Map(
    tables.map((table) => {
      const own = rows.filter((row) => row.table_name === table.name)
      const columns = own.map((row) => row.column_name)
      if (columns.length === 0) throw new Error(`read model table ${table.name} has no SQL`)
      return [table.name, { table, ...statements(table.name, columns) }]
    }),
  )
}

function statements(table: string, columns: readonly string[]) {
  const names = columns.join(', ')
  const others = columns.filter((column) => column !== 'id')
  const change =
    others.length === 0
      ? 'do nothing'
      : `do update set ${others.map((c) => `${c} = excluded.${c}`).join(', ')}`
  return {
    upsert: `insert into ${table} (${names}) select ${names}
      from json_populate_recordset(null::${table}, $1) on conflict (id) ${change}`,
    remove: `delete from ${table} where id = any($1)`,
  }
}

/** Sends every changed row, one statement per table, without waiting for each: the caller awaits all. */
export function storeRows(
  client: pg.ClientBase,
  writers: Writers,
  slots: Slots,
): Promise<unknown>[] {
  const sent: Promise<unknown>[] = []
  for (const [name, byId] of slots.tables()) {
    const writer = writers.get(name)
    if (writer === undefined) throw new Error(`table ${name} belongs to no projection`)
    const changed = [...byId].filter(([, slot]) => slot.now !== slot.committed)
    const stored = changed.flatMap(([, slot]) => (slot.now === undefined ? [] : [slot.now]))
    const removed = changed.flatMap(([id, slot]) => (slot.now === undefined ? [id] : []))
    if (stored.length > 0)
      sent.push(
        client.query({
          name: `put-${name}`,
          text: writer.upsert,
          values: [asJson(writer.table, stored)],
        }),
      )
    if (removed.length > 0)
      sent.push(client.query({ name: `remove-${name}`, text: writer.remove, values: [removed] }))
  }
  return sent
}

function asJson(table: Table<Row>, rows: readonly Row[]): string {
  const full =
    table.docs === undefined ? rows : rows.map((row) => ({ ...row, ...documents(table, row) }))
  return withoutNul(JSON.stringify(full))
}

function documents(table: Table<Row>, row: Row) {
  const docs = Object.entries(table.docs ?? {})
  return Object.fromEntries(docs.map(([column, doc]) => [column, JSON.stringify(doc(row))]))
}

/** Postgres text cannot hold NUL, and people can send one. An escaped backslash before `u0000` is left alone. */
function withoutNul(json: string): string {
  if (!json.includes('\\u0000')) return json
  return json.replace(/(\\*)\\u0000/g, (all, slashes: string) =>
    slashes.length % 2 === 0 ? slashes : all,
  )
}

/** Adds the batch's changes to the counts per block, one statement for all. */
export function storeBlocks(client: pg.ClientBase, changes: readonly BlockChange[]) {
  const changed = [...countsOf(changes)].flatMap(([list, smallest]) =>
    LEVELS.flatMap((lvl) => countsAt(list, lvl, smallest)),
  )
  if (changed.length === 0) return []
  return [
    client.query({
      name: 'put-list_blocks',
      text: `insert into list_blocks (list, lvl, b, n)
        select list, lvl, b, n from json_populate_recordset(null::list_blocks, $1)
        on conflict (list, lvl, b) do update set n = list_blocks.n + excluded.n`,
      values: [JSON.stringify(changed)],
    }),
  ]
}

/** By list and block of the smallest size; most of a batch's changes meet there and cancel out. */
function countsOf(changes: readonly BlockChange[]): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>()
  for (const { list, position, change } of changes) {
    const blocks = counts.get(list) ?? new Map<number, number>()
    counts.set(list, blocks)
    add(blocks, Math.floor(position / 2 ** SMALLEST), change)
  }
  return counts
}

function countsAt(list: string, lvl: number, smallest: ReadonlyMap<number, number>) {
  const blocks = new Map<number, number>()
  for (const [b, n] of smallest) add(blocks, Math.floor(b / 2 ** (lvl - SMALLEST)), n)
  return [...blocks].filter(([, n]) => n !== 0).map(([b, n]) => ({ list, lvl, b, n }))
}

function add(blocks: Map<number, number>, b: number, n: number): void {
  blocks.set(b, (blocks.get(b) ?? 0) + n)
}
