import type pg from 'pg'
import type { BufferedRow, RowBuffer } from './row-buffer.ts'
import type { Derived, Row, Table } from './table.ts'

type Statements = { readonly upsert: string; readonly remove: string }
type Writer = Statements & { readonly table: Table<Row>; readonly derived: Statements | null }
export type Writers = ReadonlyMap<string, Writer>

export async function openWriters(
  client: pg.ClientBase,
  tables: readonly Table<Row>[],
): Promise<Writers> {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = current_schema() and is_generated = 'NEVER' order by ordinal_position`,
  )
  const statements = (name: string) => {
    const columns = rows.filter((row) => row.table_name === name).map((row) => row.column_name)
    if (columns.length === 0) throw new Error(`read model table ${name} has no SQL`)
    return statementsOf(name, columns)
  }
  return new Map(
    tables.map((table) => {
      const derived = table.derived === undefined ? null : statements(table.derived.name)
      return [table.name, { table, ...statements(table.name), derived }]
    }),
  )
}

function statementsOf(table: string, columns: readonly string[]): Statements {
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

export function writeRows(writers: Writers, buffer: RowBuffer): pg.QueryConfig[] {
  const statements: pg.QueryConfig[] = []
  for (const [name, byId] of buffer.tables()) {
    const writer = writers.get(name)
    if (writer === undefined) throw new Error(`table ${name} belongs to no projection`)
    const changed = [...byId].filter(([, buffered]) => buffered.now !== buffered.committed)
    const stored = changed.flatMap(([, buffered]) =>
      buffered.now === undefined ? [] : [buffered.now],
    )
    const removed = changed.flatMap(([id, buffered]) => (buffered.now === undefined ? [id] : []))
    statements.push(...changes(name, writer, asJson(writer.table, stored), removed))
    const { derived } = writer.table
    if (derived !== undefined && writer.derived !== null)
      statements.push(
        ...changes(derived.name, writer.derived, derivedJson(derived, changed), removed),
      )
  }
  return statements
}

const NONE = '[]'

function changes(
  name: string,
  { upsert, remove }: Statements,
  stored: string,
  removed: readonly string[],
): pg.QueryConfig[] {
  return [
    ...(stored === NONE ? [] : [{ name: `put-${name}`, text: upsert, values: [stored] }]),
    ...(removed.length === 0 ? [] : [{ name: `remove-${name}`, text: remove, values: [removed] }]),
  ]
}

/** The derived rows of those whose column has changed. */
function derivedJson(
  { column, row }: Derived<Row>,
  changed: readonly (readonly [id: string, buffered: BufferedRow])[],
): string {
  const rows = changed.flatMap(([, { now, committed }]) =>
    now === undefined || now[column] === committed?.[column] ? [] : [row(now)],
  )
  return withoutNul(JSON.stringify(rows))
}

function asJson(table: Table<Row>, rows: readonly Row[]): string {
  const full =
    table.docs === undefined ? rows : rows.map((row) => ({ ...row, ...documents(table, row) }))
  return withoutNul(JSON.stringify(full))
}

function asText(doc: object | string): string {
  return typeof doc === 'string' ? doc : JSON.stringify(doc)
}

function documents(table: Table<Row>, row: Row) {
  const docs = Object.entries(table.docs ?? {})
  return Object.fromEntries(docs.map(([column, doc]) => [column, asText(doc(row))]))
}

/** Removes NUL, which clients can send and Postgres text cannot hold. An escaped backslash before `u0000` stays. */
export function withoutNul(json: string): string {
  // JSON within JSON is full of backslashes: searching without one takes half as long.
  if (!json.includes('u0000')) return json
  // The lookbehind matches only where a run of backslashes begins: trying each of them would be quadratic.
  return json.replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1')
}
