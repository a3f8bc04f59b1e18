import { rowsIfTableExists } from '@recado/application/read-models/rows-if-table-exists'
import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** The raw bytes of an owner on a UTC day, such as `2026-01-31`. */
export type BytesOfDay = { readonly day: string; readonly owner: string; readonly bytes: number }

/** The raw bytes that all processes have counted. */
export type RawBytes = {
  /**
   * Adds to the bytes of owners, in one statement.
   * @returns their new totals
   * @throws the error of Postgres
   */
  add(amounts: readonly BytesOfDay[]): Promise<readonly BytesOfDay[]>
}

const DDL = new URL('./raw-bytes.sql', import.meta.url)
/** How long the use of earlier days is shown. */
const MAX_KEPT_DAYS = 31

/** The counts in Postgres. */
export function openRawBytes(pool: Pool): RawBytes {
  const run = runOn(pool)
  return {
    add(amounts) {
      const days = amounts.map(({ day }) => day)
      const owners = amounts.map(({ owner }) => owner)
      const bytes = amounts.map((one) => one.bytes)
      return makeWhenMissing(pool, DDL, () =>
        run<BytesOfDay>(sql`
          with old as (
            delete from control.raw_bytes where day < (now() at time zone 'utc')::date - ${MAX_KEPT_DAYS}::int)
          insert into control.raw_bytes as r (day, owner, bytes)
          select * from unnest(${days}::date[], ${owners}::text[], ${bytes}::bigint[]) order by 1, 2
          on conflict (day, owner) do update set bytes = r.bytes + excluded.bytes
          returning day::text, owner, bytes::float8`),
      )
    },
  }
}

/** The owners with the most bytes on a UTC day, the largest first. */
export async function largestOwners(
  pool: Pool,
  day: string,
  limit: number,
): Promise<readonly Omit<BytesOfDay, 'day'>[]> {
  return rowsIfTableExists(
    pool.query(
      `select owner, bytes::float8 from control.raw_bytes where day = $1::date
        order by raw_bytes.bytes desc, owner limit $2`,
      [day, limit],
    ),
  )
}

/** How many owners have at least so many bytes on a UTC day. */
export async function countOwnersFrom(pool: Pool, day: string, least: number): Promise<number> {
  const [counted] = await rowsIfTableExists<{ n: number }>(
    pool.query(
      'select count(*)::int as n from control.raw_bytes where day = $1::date and bytes >= $2',
      [day, least],
    ),
  )
  return counted?.n ?? 0
}
