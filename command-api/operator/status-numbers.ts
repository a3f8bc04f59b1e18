import { eventsBehind } from '@recado/application/read-models/followed'
import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { secondsSince } from '@recado/application/status/read-models-lag'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Pool } from '@recado/infra/postgres/run'

/** What is parked by a fault of ours. */
export type ParkedNumbers = {
  readonly events: number
  readonly streams: number
  readonly intents: number
  readonly since: string | null
}

/** Counts what the read models and intake have set aside, but for what no provider may tell. */
export async function parkedNumbers(pool: Pool): Promise<ParkedNumbers> {
  const { rows: facts } = await pool.query(
    `select count(*)::int as events, count(distinct stream)::int as streams, min(parked_at) as since
      from parked_events`,
  )
  if (!(await stands(pool, 'control.intake_parked'))) return { ...facts[0], intents: 0 }
  const { rows: intents } = await pool.query(
    `select count(*)::int as intents, min(parked_at) as since from control.intake_parked
      where not ${IS_BEYOND_A_BOUND}`,
  )
  const since = [facts[0].since, intents[0].since].filter((at) => at !== null).sort()[0] ?? null
  return { ...facts[0], intents: intents[0].intents, since }
}

/** Since when the oldest raw event waits that intake has not worked on; null when none does. */
export async function intakeWaitsSince(pool: Pool, store: EventStore): Promise<string | null> {
  const position = await intakePosition(pool)
  const of = { position, streamPrefixes: ['providerEvent-'], most: 1, withinMs: DEADLINES.count }
  const behind = await eventsBehind(store, of)
  if (behind === null) throw new Error('the log does not tell what is behind intake')
  return behind.first?.metadata.recorded_at ?? null
}

async function intakePosition(pool: Pool): Promise<bigint> {
  if (!(await stands(pool, 'control.intake_checkpoint'))) return -1n
  const { rows } = await pool.query('select position from control.intake_checkpoint')
  return BigInt(rows[0]?.position ?? -1)
}

/** Counts the pending deliveries of active webhooks. */
export async function deliveryNumbers(pool: Pool, now: number) {
  const { rows } = await pool.query(
    `select
      (select coalesce(sum(pending), 0)::int from endpoint_queues where active) as pending,
      (select count(*)::int from deliveries where dead_at > now() - interval '24 hours') as dead_24h,
      (select min(oldest.created_at) from endpoint_queues l cross join lateral (
        select created_at from deliveries d where d.connection_id = l.id and d.status in ('pending', 'failed')
        order by d.ordinal limit 1) oldest
        where l.active and l.pending > 0) as oldest`,
  )
  const { oldest, ...counts } = rows[0]
  const oldest_pending_seconds = oldest === null ? null : secondsSince(oldest, now)
  return { ...counts, oldest_pending_seconds } as {
    pending: number
    dead_24h: number
    oldest_pending_seconds: number | null
  }
}

/** Whoever works with a control table makes it when it starts. */
async function stands(pool: Pool, table: string): Promise<boolean> {
  const { rows } = await pool.query('select to_regclass($1) is not null as made', [table])
  return rows[0].made
}
