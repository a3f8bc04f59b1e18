import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { runOn } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type pg from 'pg'

/** A lease of turns: the first one begins in `inMs`, negative if in the past; the others follow. */
export type TurnLease = { readonly inMs: number }

/**
 * Leases `count` turns of a connection, `intervalMs` apart.
 * @returns null, and none, if the first is later than `withinMs`
 */
export type LeaseTurns = (
  connectionId: string,
  count: number,
  intervalMs: number,
  withinMs: number,
) => Promise<TurnLease | null>

const DDL = new URL('./send-pace.sql', import.meta.url)
const CLOCK = raw('clock_timestamp()')

/**
 * Leases turns from Postgres, by its clock, so that all processes share them. An idle connection saves up all turns of a
 * lease but one: a few sends never wait, and leases of a single turn never burst.
 */
export function leaseTurns(pool: pg.Pool, clock: Statement = CLOCK): LeaseTurns {
  const run = runOn(pool)
  return async (connectionId, count, intervalMs, withinMs) => {
    const pace = paceStatement({ connectionId, count, intervalMs, withinMs, clock })
    const [lease] = await makeWhenMissing(pool, DDL, () => run<TurnLease>(pace))
    return lease ?? null
  }
}

function paceStatement({ connectionId, count, intervalMs, withinMs, clock }: LeaseRequest) {
  const ms = (length: number) => sql`${`${length} ms`}::interval`
  const block = ms(count * intervalMs)
  const saved = ms((count - 1) * intervalMs)
  return sql`
    insert into control.send_pace as pace (connection_id, next_at)
    values (${connectionId}, ${clock} - ${saved} + ${block})
    on conflict (connection_id) do update
    set next_at = greatest(pace.next_at, ${clock} - ${saved}) + ${block}
    where pace.next_at <= ${clock} + ${ms(withinMs)}
    returning extract(epoch from next_at - ${block} - ${clock})::float8 * 1000 as "inMs"`
}

type LeaseRequest = {
  readonly connectionId: string
  readonly count: number
  readonly intervalMs: number
  readonly withinMs: number
  readonly clock: Statement
}
