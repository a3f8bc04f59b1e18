import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { makeWhenMissing } from '../postgres/make-when-missing.ts'
import { runOn } from '../postgres/run.ts'
import { raw, type Statement, sql } from '../postgres/sql.ts'

/** How fast attempts under one key may follow each other. */
export type Pace = {
  /** How many attempts need no wait. */
  readonly free: number
  /** The wait before the next one, ms; it doubles with each further attempt, up to `mostMs`. */
  readonly firstMs: number
  readonly mostMs: number
  /** After each such period one attempt is forgotten, ms. */
  readonly forgetMs: number
}

export type Attempts = {
  /** Counts an attempt. @returns null when it may be made now, else in how many whole seconds the next one may */
  take(key: string, pace: Pace): Promise<number | null>
  /** Forgets the attempts under a key: the right secret was given. */
  forget(key: string): Promise<void>
  /** Forgets the attempts under all keys that begin so. */
  forgetAll(prefix: string): Promise<void>
}

const DDL = new URL('./attempts.sql', import.meta.url)
const CLOCK = raw('clock_timestamp()')
/** Old rows deleted with each attempt: attackers choose the keys, so rows must not pile up. */
const MAX_DELETED = 8

/**
 * Attempts with a growing wait in place of a lock, so that no number of attempts shuts a key for longer than its pace
 * says. Postgres counts them for all processes; a refusal is remembered here, so that a flood of attempts costs it nothing.
 * @param clock monotonic, ms
 */
export function openAttempts(pool: pg.Pool, clock = () => performance.now()): Attempts {
  const run = runOn(pool)
  const refused = new LRUCache<string, number>({ max: 50_000 })
  const all = <Row>(statement: Statement) => makeWhenMissing(pool, DDL, () => run<Row>(statement))
  return {
    async take(key, pace) {
      const known = (refused.get(key) ?? 0) - clock()
      if (known > 0) return wholeSeconds(known)
      const [row] = await all<{ wait_ms: number }>(attempt(key, pace))
      if (row === undefined) throw new Error('the count of attempts returned no row')
      if (row.wait_ms <= 0) return null
      refused.set(key, clock() + row.wait_ms)
      return wholeSeconds(row.wait_ms)
    },
    async forget(key) {
      refused.delete(key)
      await all(sql`delete from control.attempts where key = ${key}`)
    },
    async forgetAll(prefix) {
      await all(sql`delete from control.attempts where starts_with(key, ${prefix})`)
    },
  }
}

function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000))
}

/** Counts an attempt unless the wait is not over. An attempt that must wait is not counted: it was not made. */
function attempt(key: string, { free, firstMs, mostMs, forgetMs }: Pace): Statement {
  const [first, most, forget] = [firstMs, mostMs, forgetMs].map((ms) => raw(String(ms / 1_000)))
  const bound = raw(String(free))
  // The level falls between attempts, so it is a little less than their number.
  const wait = sql`case when round(n.level) < ${bound} then 0
    else least(${most}, ${first} * power(2, least(30, round(n.level) - ${bound}))) end`
  return sql`
    with t as materialized (select ${CLOCK} as now),
    old as (
      delete from control.attempts where key in (
        select o.key from control.attempts o, t where o.gone_at < t.now and o.key <> ${key}
        order by o.gone_at limit ${raw(String(MAX_DELETED))} for update of o skip locked)
    ),
    made as (
      insert into control.attempts as a (key, level, made_at, free_at, gone_at)
      select ${key}, n.level, t.now, t.now + make_interval(secs => ${wait}),
        t.now + make_interval(secs => ${forget}) from t, (select 1::float8 as level) n
      on conflict (key) do update set (level, made_at, free_at, gone_at) = (
        select n.level, n.now, n.now + make_interval(secs => ${wait}),
          n.now + make_interval(secs => n.level * ${forget})
        from (
          select greatest(a.made_at, excluded.made_at) as now, greatest(0, a.level - greatest(0,
            extract(epoch from excluded.made_at - a.made_at)::float8) / ${forget}) + 1 as level
        ) n)
      where a.free_at <= excluded.made_at
      returning 1
    )
    select case when exists (select from made) then 0 else greatest(1, coalesce(
      (select extract(epoch from a.free_at - t.now) * 1000 from control.attempts a where a.key = ${key}), 1
    ))::float8 end as wait_ms from t`
}
