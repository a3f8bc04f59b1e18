import { DAY_MS, HOUR_MS } from '@recado/domain/durations'
import { Client } from 'pg'
import { eventually } from './eventually.ts'

/**
 * Moves the clock of a database: for whoever connects from now on, `now()` is so many days later, or earlier. Those who are
 * connected are cut off.
 */
export async function movePostgresClock(url: string, days: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create or replace function public.now() returns timestamptz language sql stable
      as $$ select pg_catalog.now() + ${Number(days)} * interval '1 day' $$`)
    await client.query(
      `do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`,
    )
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  } finally {
    await client.end()
  }
}

/** As above, of the vault of a running process, which connects to it again. */
export async function moveVaultClock(
  { now }: { now(): Promise<Date> },
  url: string,
  days: number,
): Promise<void> {
  await movePostgresClock(url, days)
  const isMoved = async () =>
    Math.abs((await now()).getTime() - Date.now() - days * DAY_MS) < HOUR_MS
  await eventually(() => isMoved().catch(() => false))
}
