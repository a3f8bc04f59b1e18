import type pg from 'pg'
import { makeWhenMissing } from '../postgres/make-when-missing.ts'
import { runOn } from '../postgres/run.ts'
import { raw, type Statement, sql } from '../postgres/sql.ts'

/** Calls granted to one process for the rest of a clock minute. */
export type Lease = {
  /** 0 when all calls of the minute are granted. */
  readonly granted: number
  /** Calls granted in this minute to all processes, this lease included. */
  readonly used: number
  /** No call was granted, but other processes may still give some back: ask again soon. */
  readonly pending: boolean
  readonly minute: number
  /** Time until the minute ends, by the clock of Postgres. */
  readonly leftMs: number
}

export type Leases = {
  /** Leases calls of a key's `limit` per minute, for a process that has none left. */
  lease(key: string, limit: number): Promise<Lease>
  /** Keys of this minute whose granted calls are recalled. */
  recalled(): Promise<readonly string[]>
  /** Answers a recall: this many calls of the process's last block are unused and stay so. */
  giveBack(key: string, minute: number, calls: number): Promise<void>
}

const DDL = new URL('./rate-leases.sql', import.meta.url)
const CLOCK = raw('clock_timestamp()')

/**
 * Leases max(1, min(10, remaining / (4 x processes))) calls at a time, so few statements are needed while there is
 * plenty. Once that gives 1, blocks held by other processes are recalled and calls are leased singly, so none is
 * stranded: the last call goes to whoever asks. A process that does not answer a recall for a second counts as dead,
 * and its block as used. The processes counted are those that leased for the key in this minute. The table is created
 * when it is missing, so a start does not wait for Postgres.
 * @param holder names this process
 * @param clock the time, as SQL
 * @param seconds length of a "minute", such as 1200; two lengths must not share keys
 */
export function leaseCalls(
  pool: pg.Pool,
  holder: string,
  clock: Statement = CLOCK,
  seconds = 60,
): Leases {
  const run = runOn(pool)
  const ms = raw(String(seconds * 1_000))
  const minuteNow = sql`floor(extract(epoch from ${clock}) / ${raw(String(seconds))})::bigint`
  const lease = async (key: string, limit: number) => {
    const [row] = await run<Lease>(leaseStatement({ key, limit, holder, clock, minuteNow, ms }))
    if (row === undefined) throw new Error('the lease upsert returned no row; check rate_minutes')
    return row
  }
  return {
    lease: (key, limit) => makeWhenMissing(pool, DDL, () => lease(key, limit)),
    async recalled() {
      const rows = await run<{ key: string }>(sql`
        select key from control.rate_minutes where recalled_at is not null and minute = ${minuteNow}`)
      return rows.map(({ key }) => key)
    },
    async giveBack(key, minute, calls) {
      await run(sql`
        update control.rate_minutes
        set used = used - ${calls}::int, held = held || jsonb_build_object(${holder}::text, 0)
        where key = ${key} and minute = ${minute}`)
    },
  }
}

type LeaseQuery = {
  readonly key: string
  readonly limit: number
  readonly holder: string
  readonly clock: Statement
  readonly minuteNow: Statement
  readonly ms: Statement
}

// The minute is that of Postgres, so the clocks of processes need not agree. It never goes back: a statement that
// waited for the row across the turn of the minute keeps the newer one.
function leaseStatement({ key, limit, holder, clock, minuteNow, ms }: LeaseQuery): Statement {
  return sql`
    insert into control.rate_minutes as l (key, minute, used, granted, held)
    select ${key}, ${minuteNow}, first.granted, first.granted,
      jsonb_build_object(${holder}::text, case when first.granted > 1 then first.granted else 0 end)
    from (select least(${limit}::int, greatest(1, least(10, ${limit}::int / 4))) as granted) first
    on conflict (key) do update set (minute, used, granted, held, recalled_at) = (
      select w.minute, w.used + g.granted, g.granted,
        w.others || jsonb_build_object(${holder}::text, case when g.granted > 1 then g.granted else 0 end),
        r.recalled_at
      from (
        select greatest(l.minute, excluded.minute) as minute,
          case when excluded.minute > l.minute then 0 else l.used end as used,
          case when excluded.minute > l.minute then '{}' else l.held - ${holder}::text end as others,
          case when excluded.minute > l.minute then null else l.recalled_at end as recalled_at
      ) w,
      lateral (
        select ${limit}::int - w.used as remaining,
          1 + (select count(*)::int from jsonb_object_keys(w.others)) as processes
      ) p,
      lateral (select greatest(1, least(10, p.remaining / (4 * p.processes))) as calls) block,
      lateral (
        select coalesce(w.recalled_at, case when block.calls = 1 and ${isHeld('w.others')}
          then ${clock} end) as recalled_at
      ) r,
      lateral (
        select greatest(0, least(p.remaining,
          case when r.recalled_at is null then block.calls else 1 end)) as granted
      ) g
    )
    returning granted, used, minute,
      granted = 0 and ${isHeld('held')} and recalled_at > ${clock} - interval '1 second' as pending,
      greatest(0, (minute + 1) * ${ms} - extract(epoch from ${clock}) * 1000)::float8 as "leftMs"`
}

/** Whether a process may have calls of its last block left. */
function isHeld(held: string): Statement {
  return raw(`${held} @? '$.* ? (@ > 0)'`)
}
