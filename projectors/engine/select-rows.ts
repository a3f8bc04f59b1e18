import type pg from 'pg'
import type { Among, TimeSpan } from './projection.ts'
import type { Row } from './table.ts'

export async function selectByIds(
  client: pg.ClientBase,
  table: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const { rows } = await client.query<Row>({
    name: `by-id-${table}`,
    text: `select * from ${table} where id = any($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

export async function selectBy(
  client: pg.ClientBase,
  table: string,
  column: string,
  values: readonly string[],
  among?: Among,
): Promise<Row[]> {
  const text = `select * from ${table} where ${column} = any($1)`
  const { rows } = await client.query<Row>(
    among === undefined
      ? { name: `by-${column}-${table}`, text, values: [values] }
      : {
          text: `${text} and ${among.where} limit ${among.most}`,
          values: [values, ...among.values],
        },
  )
  return rows
}

export async function selectBefore(
  client: pg.ClientBase,
  table: string,
  { key, value, time, before, only }: TimeSpan<Row>,
  columns: readonly string[],
): Promise<Row[]> {
  const flagged = only === undefined ? '' : `and ${only}`
  const { rows } = await client.query<Row>({
    text: `select ${columns.join(', ')} from ${table} where ${key} = $1 and ${time} < $2 ${flagged}`,
    values: [value, before],
  })
  return rows
}
