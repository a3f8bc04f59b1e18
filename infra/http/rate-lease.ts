import type pg from 'pg'
import { makeWhenMissing } from '../postgres/make-when-missing.ts'
import { runOn } from '../postgres/run.ts'
import { sql } from '../postgres/sql.ts'

/** Calls handed to one process for what is left of a clock minute. */
export type Lease = {
  /** 0 when the minute's calls are all handed out. */
  readonly granted: number
  /** Calls handed out in this minute to all processes, this lease included. */
  readonly used: number
  /** Until the minute ends, by the store's clock. */
  readonly leftMs: number
}

/** Leases calls of a key's `limit` per minute. */
export type LeaseCalls = (key: string, limit: number) => Promise<Lease>

const DDL = new URL('./rate-leases.sql', import.meta.url)

/**
 * Leases max(1, min(10, remaining / (4 x processes))) calls at a time: few statements while there is plenty, the
 * last calls one by one so that none is stranded. Processes are those that leased for the key in this minute.
 * The table is made when it is missed, so that a start does not wait for Postgres.
 * @param holder names this process
 */
export function leaseCalls(pool: pg.Pool, holder: string): LeaseCalls {
  const run = runOn(pool)
  const lease = async (key: string, limit: number) => {
    const [row] = await run<Lease>(leaseStatement(key, limit, holder))
    if (row === undefined) throw new Error('the lease upsert returned no row; check rate_leases')
    return row
  }
  return (key, limit) => makeWhenMissing(pool, DDL, () => lease(key, limit))
}

// The minute is that of Postgres, so the processes' clocks need not agree. It never goes back: a statement that
// waited for the row across the turn of the minute takes the newer one.
function leaseStatement(key: string, limit: number, holder: string) {
  return sql`
    insert into control.rate_leases as l (key, minute, used, granted, holders)
    select ${key}, floor(extract(epoch from clock_timestamp()) / 60)::bigint, first.granted, first.granted,
      array[${holder}::text]
    from (select least(${limit}::int, greatest(1, least(10, ${limit}::int / 4))) as granted) first
    on conflict (key) do update set (minute, used, granted, holders) = (
      select w.minute, w.used + g.granted, g.granted, w.holders
      from (
        select greatest(l.minute, excluded.minute) as minute,
          case when excluded.minute > l.minute then 0 else l.used end as used,
          case when excluded.minute > l.minute then excluded.holders
            when l.holders @> excluded.holders then l.holders
            else l.holders || excluded.holders end as holders
      ) w,
      lateral (select ${limit}::int - w.used as remaining) r,
      lateral (
        select greatest(0, least(r.remaining,
          greatest(1, least(10, r.remaining / (4 * cardinality(w.holders)))))) as granted
      ) g
    )
    returning granted, used,
      greatest(0, (minute + 1) * 60000 - extract(epoch from clock_timestamp()) * 1000)::float8 as "leftMs"`
}
