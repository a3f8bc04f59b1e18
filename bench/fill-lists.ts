import type pg from 'pg'

/** How the copies of a row differ from it: SQL by column, over `i`, a new `id` and the row `t`. */
type Filling = {
  readonly table: string
  readonly differs: Readonly<Record<string, string>>
  /** Lists over the table: name, column of the key, column of the place, whether blocks are counted. */
  readonly lists: readonly (readonly [name: string, key: string, place: string, blocks: boolean])[]
}

const DOC = 'replace(t.doc, t.id::text, made.id::text)'

const FILLINGS: readonly Filling[] = [
  {
    table: 'contacts',
    differs: { id: 'made.id', account_pos: 'i', doc: DOC },
    lists: [['contacts.account', 'account_id', 'account_pos', true]],
  },
  {
    table: 'conversations',
    // Places have gaps, as if half of the conversations had moved to the top once.
    differs: { id: 'made.id', account_pos: 'i * 2', connection_pos: 'i * 2', doc: DOC },
    lists: [
      ['conversations.account', 'account_id', 'account_pos', true],
      ['conversations.connection', 'connection_id', 'connection_pos', true],
    ],
  },
  {
    table: 'messages',
    differs: {
      id: 'made.id',
      log_id: 't.log_id + i',
      account_pos: 'i',
      connection_pos: 'i',
      conversation_pos: 'i',
      doc: `replace(${DOC}, '"id":' || t.log_id, '"id":' || t.log_id + i)`,
      history_doc: `replace(replace(t.history_doc, t.id::text, made.id::text),
        '"log_id":' || t.log_id, '"log_id":' || t.log_id + i)`,
    },
    lists: [
      ['messages.account', 'account_id', 'account_pos', false],
      ['messages.connection', 'connection_id', 'connection_pos', false],
      ['messages.conversation', 'conversation_id', 'conversation_pos', false],
    ],
  },
]

/**
 * Copies the one contact, conversation and message that the fold has made until there are `rows` of each, with the
 * totals and blocks of their lists. The fold must not run.
 */
export async function fillLists(
  client: pg.Client,
  rows: number,
  progress: (what: string) => void,
): Promise<void> {
  await client.query(
    "set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB'",
  )
  for (const filling of FILLINGS) {
    progress(`filling ${filling.table} with ${rows.toLocaleString('en')} rows`)
    const insert = await copies(client, filling)
    await withoutIndexes(client, filling.table, () => client.query(insert, [rows]))
    for (const list of filling.lists) await count(client, filling.table, list)
  }
  await client.query('vacuum analyze contacts, conversations, messages, list_totals, list_blocks')
  await client.query('checkpoint')
}

/** The statement that adds `$1` - 1 copies of the table's only row. */
async function copies(client: pg.Client, { table, differs }: Filling): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => differs[name] ?? `t.${name}`)
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
    from ${table} t, (select i, gen_random_uuid() as id from generate_series(1, $1::int - 1) i) made`
}

/** Building an index once is cheaper than keeping it for each row. */
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

async function count(
  client: pg.Client,
  table: string,
  [name, key, place, blocks]: Filling['lists'][number],
): Promise<void> {
  const id = `'${name}:' || ${key}`
  await client.query(`insert into list_totals (id, n, next_pos)
    select ${id}, count(*), max(${place}) + 1 from ${table} group by ${key}
    on conflict (id) do update set n = excluded.n, next_pos = excluded.next_pos`)
  for (const level of blocks ? [6, 12, 18] : [])
    await client.query(`insert into list_blocks (list, lvl, b, n)
      select ${id}, ${level}, ${place} >> ${level}, count(*) from ${table} group by ${key}, ${place} >> ${level}
      on conflict (list, lvl, b) do update set n = excluded.n`)
}
