import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { runOn } from '../postgres/run.ts'
import { sql } from '../postgres/sql.ts'
import { transaction } from '../postgres/transaction.ts'

/** Turns handed to one process: the first begins in `inMs`, which may lie behind us, the others follow. */
export type TurnLease = { readonly inMs: number }

/**
 * Leases `count` turns of a connection, `intervalMs` apart.
 * @returns null when the first would begin later than `withinMs`; then none is taken
 */
export type LeaseTurns = (
  connectionId: string,
  count: number,
  intervalMs: number,
  withinMs: number,
) => Promise<TurnLease | null>

/** Creates the table of turns unless it stands already. It may be dropped at any time. */
export async function prepareSendPace(pool: pg.Pool): Promise<void> {
  const ddl = await readFile(new URL('./send-pace.sql', import.meta.url), 'utf8')
  // Two processes that start together would both create the schema.
  await transaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtext('recado control schema'))")
    await client.query(ddl)
  })
}

/**
 * Turns from Postgres, by its clock, so that all processes share them. An idle connection has `count` turns
 * saved up, so nobody waits while there is no crowd.
 */
export function leaseTurns(pool: pg.Pool): LeaseTurns {
  const run = runOn(pool)
  return async (connectionId, count, intervalMs, withinMs) => {
    const block = count * intervalMs
    const [lease] = await run<TurnLease>(sql`
      insert into control.send_pace as pace (connection_id, next_at)
      values (${connectionId}, clock_timestamp())
      on conflict (connection_id) do update
      set next_at = greatest(pace.next_at, clock_timestamp() - ${`${block} ms`}::interval)
        + ${`${block} ms`}::interval
      where pace.next_at <= clock_timestamp() + ${`${withinMs} ms`}::interval
      returning extract(epoch from next_at - clock_timestamp())::float8 * 1000 - ${block}::float8
        as "inMs"`)
    return lease ?? null
  }
}
