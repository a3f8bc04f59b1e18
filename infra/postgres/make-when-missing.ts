import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { transaction } from './transaction.ts'

/** undefined_table, and undefined_column (a table of an older release). */
const MISSING = ['42P01', '42703']

/**
 * Runs work on a control table, and creates or upgrades the table when it is missing or old: a start then needs no
 * Postgres, and a dropped database repairs itself.
 * @param ddl statements that bring the table from nothing, or from any earlier release, to its present form
 */
export async function makeWhenMissing<T>(
  pool: pg.Pool,
  ddl: URL,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && MISSING.includes(String(error.code))))
      throw error
    await transaction(pool, (client) => makeControlTables(client, ddl))
    return work()
  }
}

/** Creates control tables that are missing, in the caller's transaction. */
export async function makeControlTables(client: pg.ClientBase, ddl: URL): Promise<void> {
  const statements = await readFile(ddl, 'utf8')
  // Two processes that start together would both create the schema.
  await client.query("select pg_advisory_xact_lock(hashtext('recado control schema'))")
  await client.query(statements)
}
