import type pg from 'pg'
import { makeWhenMissing } from '../postgres/make-when-missing.ts'
import { runOn } from '../postgres/run.ts'
import { raw, type Statement, sql } from '../postgres/sql.ts'

/** Calls handed to one process for what is left of a clock minute. */
export type Lease = {
  /** 0 when the minute's calls are all handed out. */
  readonly granted: number
  /** Calls handed out in this minute to all processes, this lease included. */
  readonly used: number
  /** Whether none was granted although other processes may still give some back: ask again soon. */
  readonly pending: boolean
  /** The clock minute, by the store's clock. */
  readonly minute: number
  /** Until the minute ends, by the store's clock. */
  readonly leftMs: number
}

/** Hands out the calls of keys to the processes that share a Postgres. */
export type Leases = {
  /** Leases calls of a key's `limit` per minute. Asked only by who has none left. */
  lease(key: string, limit: number): Promise<Lease>
  /** Keys whose held calls are asked back in this minute. */
  recalled(): Promise<readonly string[]>
  /** Answers a recall: so many calls of this process's last block are not used, nor will they be. */
  giveBack(key: string, minute: number, calls: number): Promise<void>
}

const DDL = new URL('./rate-leases.sql', import.meta.url)
const CLOCK = raw('clock_timestamp()')

/**
 * Leases max(1, min(10, remaining / (4 x processes))) calls at a time: few statements while there is plenty. From
 * where that says 1, blocks that other processes hold are recalled and calls are leased singly, so that none is
 * stranded: the last call of the limit goes to whoever asks. A process that has not answered for a second is taken
 * for dead, and what it holds for used. Processes are those that leased for the key in this minute.
 * The table is made when it is missed, so that a start does not wait for Postgres.
 * @param holder names this process
 * @param clock the time, as SQL
 * @param seconds of what counts as a minute, such as 1200; keys of different ones must differ
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

/** Forgets the minutes that are over of all keys that begin so: keys that strangers name would be kept for ever. */
export async function forgetMinutes(pool: pg.Pool, prefix: string, seconds = 60): Promise<void> {
  await runOn(pool)(sql`
    delete from control.rate_minutes
    where starts_with(key, ${prefix}) and minute < floor(extract(epoch from ${CLOCK}) / ${raw(String(seconds))})`)
}

type Asked = {
  readonly key: string
  readonly limit: number
  readonly holder: string
  readonly clock: Statement
  readonly minuteNow: Statement
  /** Of a minute. */
  readonly ms: Statement
}

// The minute is that of Postgres, so the processes' clocks need not agree. It never goes back: a statement that
// waited for the row across the turn of the minute takes the newer one.
function leaseStatement({ key, limit, holder, clock, minuteNow, ms }: Asked): Statement {
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
