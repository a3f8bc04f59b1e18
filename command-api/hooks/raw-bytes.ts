import { isNotMade } from '@recado/application/read-models/rows-if-made'
import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** What an owner has brought on a UTC day, such as `2026-01-31`. */
export type BroughtBytes = { readonly day: string; readonly owner: string; readonly bytes: number }

/** The raw bytes that all processes have counted. */
export type RawBytes = {
  /**
   * Adds to what the owners have brought, in one statement.
   * @returns what they have brought with it @throws the error of Postgres
   */
  add(brought: readonly BroughtBytes[]): Promise<readonly BroughtBytes[]>
}

const DDL = new URL('./raw-bytes.sql', import.meta.url)
/** How long the use of earlier days is shown. */
const KEPT_DAYS = 31

export function rawBytesIn(pool: Pool): RawBytes {
  const run = runOn(pool)
  return {
    add(brought) {
      const days = brought.map(({ day }) => day)
      const owners = brought.map(({ owner }) => owner)
      const bytes = brought.map((one) => one.bytes)
      return makeWhenMissing(pool, DDL, () =>
        run<BroughtBytes>(sql`
          with old as (
            delete from control.raw_bytes where day < (now() at time zone 'utc')::date - ${KEPT_DAYS}::int)
          insert into control.raw_bytes as r (day, owner, bytes)
          select * from unnest(${days}::date[], ${owners}::text[], ${bytes}::bigint[]) order by 1, 2
          on conflict (day, owner) do update set bytes = r.bytes + excluded.bytes
          returning day::text, owner, bytes::float8`),
      )
    },
  }
}

/** Who has brought most on a day, and how many have brought at least `least` bytes. */
export async function mostBrought(
  pool: Pool,
  day: string,
  { limit, least }: { readonly limit: number; readonly least: number },
) {
  const asked = runOn(pool)<Omit<BroughtBytes, 'day'> & { over: number }>(sql`
    select owner, bytes::float8, (select count(*)::int from control.raw_bytes
      where day = ${day}::date and bytes >= ${least}::float8) as over
    from control.raw_bytes where day = ${day}::date
    order by bytes desc, owner limit ${limit}::int`)
  const rows = await asked.catch((error: unknown) => {
    if (isNotMade(error)) return []
    throw error
  })
  return { rows: rows.map(({ owner, bytes }) => ({ owner, bytes })), over: rows[0]?.over ?? 0 }
}
