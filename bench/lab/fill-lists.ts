import { facetOfRow } from '@recado/application/read-models/facet-name'
import type { List, Table } from '@recado/projectors/engine/table'
import type pg from 'pg'
import { projections } from './projections.ts'

/** How copies of a row differ: SQL by column, over their number `i`, a new id `made.id` and the original row `t`. */
export type Differs = Readonly<Record<string, string>>

/** A table to fill. */
type Filling = { readonly table: string; readonly differs: Differs }

/** The contact of a copy, which has its number. */
export const CONTACT = `(select c.id from contacts c
  where c.listed_in = (select id from accounts) and c.account_pos = i)`

const DOC = 'replace(t.doc, t.id::text, made.id::text)'

/** Four of five contacts are on the funnel's last stage, set by hand. */
const STAGE = 'case when i % 5 > 0 then (select id from stages order by position desc limit 1) end'

/** One conversation in 100 is pending; one message in 1,000 was marked as read. */
const TALK = "case when i % 100 = 0 then 'pending' else t.status end"
const READ = "case when i % 1000 = 0 then 'read' else t.status end"

const FILLINGS: readonly Filling[] = [
  {
    table: 'contacts',
    differs: { doc: DOC, survivor_id: 'made.id', stage_id: STAGE },
  },
  {
    table: 'contact_connections',
    differs: {
      stage_id: STAGE,
      contact_id: CONTACT,
    },
  },
  {
    table: 'conversations',
    differs: { status: TALK, doc: inStatus(DOC, TALK) },
  },
  {
    table: 'messages',
    differs: {
      log_id: 't.log_id + i',
      request_id: 'made.id::text',
      status: READ,
      doc: inStatus(`replace(${DOC}, '"id":' || t.log_id, '"id":' || t.log_id + i)`, READ),
      history_doc: inStatus(
        `replace(replace(t.history_doc, t.id::text, made.id::text),
          '"log_id":' || t.log_id, '"log_id":' || t.log_id + i)`,
        READ,
      ),
    },
  },
  { table: 'raw_events', differs: { doc: DOC } },
  { table: 'sales', differs: { doc: DOC, external_id: "t.external_id || '-' || i" } },
  { table: 'deliveries', differs: { doc: DOC } },
  { table: 'templates', differs: { doc: DOC, name: "t.name || '-' || i" } },
]

function inStatus(doc: string, status: string): string {
  return `replace(${doc}, '"status":"' || t.status || '"', '"status":"' || ${status} || '"')`
}
const OF_A_PERSON: readonly string[] = ['contacts', 'conversations', 'messages']

/**
 * Copies the one row that the projector has made in each table until there are `rows`, with the totals and blocks of
 * their lists. The projector must not run meanwhile.
 * @param also how copies differ besides, by table
 */
export async function fillLists(
  client: pg.Client,
  rows: number,
  progress: (what: string) => void,
  tables: readonly string[] = OF_A_PERSON,
  also: Readonly<Record<string, Differs>> = {},
): Promise<void> {
  await client.query(
    "set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
  )
  for (const { table, differs } of FILLINGS.filter(({ table }) => tables.includes(table))) {
    const filling = { table, differs: { ...differs, ...also[table] } }
    const { name, lists = [] } = tableOf(filling)
    progress(`filling ${name} with ${rows.toLocaleString('en')} rows`)
    const insert = await copies(client, filling)
    await withoutIndexes(client, name, () => client.query(insert, [rows]))
    for (const list of lists) await count(client, name, list)
  }
  await client.query(`vacuum analyze ${tables.join(', ')}, list_totals, list_blocks`)
  await client.query('checkpoint')
}

function tableOf({ table }: Filling): Table<never> {
  const found = projections.flatMap(({ tables }) => tables).find(({ name }) => name === table)
  if (found === undefined) throw new Error(`no projection keeps ${table}; fill another table`)
  return found
}

/** The statement that adds `$1` - 1 copies of the table's only row. */
async function copies(client: pg.Client, filling: Filling): Promise<string> {
  const table = tableOf(filling)
  const places = (table.lists ?? []).map((list) => [list.position, place(list)] as const)
  const own: Record<string, string> = {
    ...{ id: 'made.id', ...filling.differs },
    ...Object.fromEntries(places),
  }
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    [table.name],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => own[name] ?? `t.${name}`)
  return `insert into ${table.name} (${names.join(', ')}) select ${values.join(', ')}
    from ${table.name} t, (select i, gen_random_uuid() as id from generate_series(1, $1::int - 1) i) made`
}

/** Building an index once is cheaper than updating it for each row. */
async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<unknown>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = $1 and indexname <> tablename || '_pkey'`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

/** Lists in which rows move have gaps, as if half of the rows had once moved to the top. */
function place({ kind, movesWith }: List<never>): string {
  return kind === 'blocks' && movesWith !== undefined ? 'i * 2' : 'i'
}

async function count(client: pg.Client, table: string, list: List<never>): Promise<void> {
  const { name, key, position, kind, facets } = list
  const id = `'${name}:' || ${key}`
  await client.query(`insert into list_totals (id, n, next_pos)
    select ${id}, count(*), max(${position}) + 1 from ${table} where ${key} is not null group by ${key}
    on conflict (id) do update set n = excluded.n, next_pos = excluded.next_pos`)
  if (kind === 'blocks') await countBlocks(client, table, list, id)
  if (facets !== undefined)
    await countBlocks(client, table, list, `${id} || ':' || ${facetOfRow(facets)}`)
}

async function countBlocks(
  client: pg.Client,
  table: string,
  { key, position }: List<never>,
  id: string,
): Promise<void> {
  for (const level of [6, 12, 18, 63])
    await client.query(`insert into list_blocks (lvl, list, b, n)
      select ${level}, ${id}, t.${position} >> ${level}, count(*) from ${table} t
      where t.${key} is not null group by 2, 3
      on conflict (lvl, list, b) do update set n = excluded.n`)
}
