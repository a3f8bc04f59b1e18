import type pg from 'pg'

/** The content of a read-model table in numbers that do not depend on the order of rows. */
export type TableDigest = {
  readonly table: string
  readonly rows: number
  /** Hash of all primary keys; `content` is the hash of all columns. */
  readonly ids: string
  readonly content: string
}

/** Their rows do not follow from the log: how far each schema is, and what failed there. */
const LEFT_OUT = ['checkpoint', 'parked_events']
/** An empty block counts 0 or has no row, depending on how the batches were cut. */
const WHERE: Readonly<Record<string, string>> = { list_blocks: 'where n <> 0' }

export async function digestSchema(
  client: Pick<pg.ClientBase, 'query'>,
  schema: string,
): Promise<readonly TableDigest[]> {
  const found: TableDigest[] = []
  for (const [table, key] of await tablesOf(client, schema)) {
    const { rows } = await client.query<Omit<TableDigest, 'table'>>(
      `select count(*) as rows,
        coalesce(sum(hashtextextended(row(${key.join(', ')})::text, 0)), 0)::text as ids,
        coalesce(sum(hashtextextended(t::text, 0)), 0)::text as content
       from ${schema}.${table} t ${WHERE[table] ?? ''}`,
    )
    found.push(...rows.map((row) => ({ ...row, table })))
  }
  return found
}

async function tablesOf(
  client: Pick<pg.ClientBase, 'query'>,
  schema: string,
): Promise<readonly (readonly [table: string, key: readonly string[]])[]> {
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as key
     from pg_class c
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where c.relnamespace = $1::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
    [schema],
  )
  return rows
    .filter(({ name }) => !LEFT_OUT.includes(name))
    .map(({ name, key }) => [name, key] as const)
}
