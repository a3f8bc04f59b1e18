import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { SCHEMA as EVENT_STORE } from '@recado/embedded-store/storage/schema'
import { ENGINE_DDL } from '@recado/projectors/engine/read-model-schema'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { testDatabase } from '../kit/postgres.ts'
import { projections } from '../kit/projections.ts'

// Tables that are not derived from the log: a later release finds them as an earlier one left them (docs/upgrading.md).

const ROOT = new URL('../../', import.meta.url)
/** The tables of past releases, `<name>.<number>.sql`: files are added and never edited. */
const OLDER = new URL('./older/', import.meta.url)
const MIGRATIONS = 'infra/vault/migrations/'

/** Statements that bring tables from every earlier state to the current one, by the name of their files in older/. */
const MADE_WHEN_MISSING = {
  'account-erasures': 'application/accounts/account-erasures.sql',
  attempts: 'infra/http/attempts.sql',
  'chat-lease': 'application/sending/chat-lease.sql',
  control: 'projectors/webhooks/dispatcher/control.sql',
  'intake-tables': 'projectors/intake/intake-tables.sql',
  'kept-consumers': 'projectors/relay/kept-consumers.sql',
  'key-use': 'infra/http/key-use.sql',
  'media-queue': 'projectors/reactors/media/media-queue.sql',
  parts: 'application/status/parts.sql',
  'raw-bytes': 'command-api/hooks/raw-bytes.sql',
  'rate-leases': 'infra/http/rate-leases.sql',
  replays: 'application/relay/replays.sql',
  'self-audits': 'application/seal/self-audits.sql',
  'send-pace': 'application/sending/send-pace.sql',
  sessions: 'infra/http/sign-in/sessions.sql',
} as const

/** The vault's migrations, each run once: a changed file would not run again where it already has. */
const MIGRATED = {
  '001_secrets.sql': '7c4d269619f7e61a',
  '002_sealing_key.sql': 'c131b3697b437e1a',
  '003_known_log.sql': '6d8399a712ce6b72',
  '004_fact_keys.sql': '3b9c584ab8e69508',
  '005_expired_keys.sql': 'a3ae9415e42628d3',
}

/** Columns, indexes and constraints of all tables. */
const TABLES = `
  select table_name || '.' || column_name as name,
    concat_ws(' ', data_type, collation_name, is_nullable, column_default) as said
    from information_schema.columns where table_schema in ('control', 'public')
  union all select 'index ' || indexname, indexdef
    from pg_indexes where schemaname in ('control', 'public')
  union all select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace in (select oid from pg_namespace where nspname in ('control', 'public'))
  union all select relname, relpersistence::text from pg_class
    where relkind = 'r' and relnamespace in (select oid from pg_namespace where nspname in ('control', 'public'))
  order by 1, 2`

const database = await testDatabase('stored_tables')
const client = new Client({ connectionString: database.url })
await client.connect()

/** The tables after these statements in an empty database. */
async function tablesAfter(...statements: readonly string[]): Promise<readonly unknown[]> {
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    return (await client.query(TABLES)).rows
  } finally {
    await client.query('rollback')
  }
}

/** The past states of the tables with this name, oldest first. */
async function statesOf(name: string): Promise<readonly string[]> {
  const number = (file: string) => Number(file.slice(name.length + 1, -'.sql'.length))
  const files = readdirSync(OLDER).filter((file) => file.replace(/\.\d+\.sql$/, '') === name)
  files.sort((a, b) => number(a) - number(b))
  return Promise.all(files.map((file) => readFile(new URL(file, OLDER), 'utf8')))
}

/** Asserts that the statements bring each past state to the current one. */
async function holdTables(t: Test, name: string, present: string): Promise<void> {
  const fresh = await tablesAfter(present)
  const states = await statesOf(name)
  const latest = states.at(-1)
  t.same(
    latest === undefined ? [] : await tablesAfter(latest),
    fresh,
    `the tables have changed: add their statements as the next state of ${name} in test/stored-tables/older/`,
  )
  for (const [n, state] of states.entries())
    t.same(await tablesAfter(state, present), fresh, `state ${n + 1} is brought to the current one`)
  t.same(await tablesAfter(present, present), fresh, 'a second run changes nothing')
}

test('stored tables', async (t) => {
  t.teardown(async () => {
    await client.end()
    await database.drop()
  })

  for (const [name, file] of Object.entries(MADE_WHEN_MISSING))
    await t.test(file, async (t) =>
      holdTables(t, name, await readFile(new URL(file, ROOT), 'utf8')),
    )

  await t.test('the log of the embedded event store', (t) =>
    holdTables(t, 'event-store', EVENT_STORE),
  )

  await t.test('a migration of the vault is never edited', async (t) => {
    const files = readdirSync(new URL(MIGRATIONS, ROOT)).sort()
    const hashes = await Promise.all(
      files.map(async (file) => [file, hashOf(await readFile(new URL(MIGRATIONS + file, ROOT)))]),
    )
    t.same(Object.fromEntries(hashes), MIGRATED, 'for a change add a file, with its hash here')
  })

  await t.test('every stored table is covered by one of the tests', async (t) => {
    const derived = [ENGINE_DDL, ...projections.flatMap(({ ddl }) => ddl ?? [])]
    const held = [
      ...derived.map((file) => fileURLToPath(file).slice(fileURLToPath(ROOT).length)),
      ...Object.values(MADE_WHEN_MISSING),
      ...Object.keys(MIGRATED).map((file) => MIGRATIONS + file),
    ]
    t.same(storedSql(), [...new Set(held)].sort())
  })
})

/** Every SQL file of the product. */
function storedSql(): readonly string[] {
  const rooms = ['application', 'command-api', 'infra', 'projectors', 'query-api', 'standalone']
  const found = rooms.flatMap((room) =>
    readdirSync(new URL(`${room}/`, ROOT), { recursive: true }).map((name) => `${room}/${name}`),
  )
  return found
    .filter((name) => name.endsWith('.sql') && !/\/(dist|node_modules)\//.test(name))
    .sort()
}

function hashOf(text: Buffer): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
