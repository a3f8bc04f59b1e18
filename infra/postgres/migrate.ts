import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connectionSettings } from './pool.ts'

const UNDEFINED_TABLE = '42P01'
const TABLE = 'migrations'
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * Applies the missing SQL files of a database that is not derived from the log, each once and in a transaction.
 * Processes that start together wait for each other. Read models are rebuilt, never migrated.
 * @param folder holds files such as `001_secrets.sql`
 * @throws the error of Postgres; earlier files stay applied
 */
export async function migrate(databaseUrl: string, folder: URL): Promise<void> {
  if (await isCurrent(databaseUrl, folder)) return
  // Imported only when needed: it costs a tenth of a process's start and memory.
  const { runner } = await import('node-pg-migrate')
  await runner({
    databaseUrl: connectionSettings(databaseUrl),
    dir: fileURLToPath(folder),
    direction: 'up',
    migrationsTable: TABLE,
    advisoryLockMode: 'wait',
    logger: silent,
  })
}

async function isCurrent(databaseUrl: string, folder: URL): Promise<boolean> {
  const files = await readdir(folder)
  const done = await runMigrations(databaseUrl)
  return files.every((file) => done.has(file.replace(/\.sql$/, '')))
}

async function runMigrations(databaseUrl: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client(connectionSettings(databaseUrl))
  // A broken connection fails its query; without a listener this event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return new Set()
    throw error
  } finally {
    await client.end()
  }
}
