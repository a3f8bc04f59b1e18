import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { transaction } from './transaction.ts'

/** undefined_table, and undefined_column: a table of an older release. */
const MISSING = ['42P01', '42703']

/**
 * Does work on a control table, which is made, or given its newer columns, when they are missed: a start waits for no
 * Postgres, and a database that was dropped meanwhile is no fault.
 * @param ddl statements that bring the table from nothing, and from every earlier release, to what it is now
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

/** Runs statements that make control tables unless they stand; in a transaction of the caller's. */
export async function makeControlTables(client: pg.ClientBase, ddl: URL): Promise<void> {
  const statements = await readFile(ddl, 'utf8')
  // Two processes that start together would both create the schema.
  await client.query("select pg_advisory_xact_lock(hashtext('recado control schema'))")
  await client.query(statements)
}
