import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { tableStands } from '@recado/application/status/control-tables'
import { OLDEST_PENDING } from '@recado/application/status/oldest-pending'
import { secondsSince } from '@recado/application/status/read-models-lag'
import { type Pool, runOn } from '@recado/infra/postgres/run'

export type ParkedNumbers = {
  readonly events: number
  readonly streams: number
  readonly intents: number
  readonly since: string | null
}

/** Counts the parked facts and intents, except intents that exceed a bound for providers. */
export async function parkedNumbers(pool: Pool): Promise<ParkedNumbers> {
  const { rows: facts } = await pool.query(
    `select count(*)::int as events, count(distinct stream)::int as streams, min(parked_at) as since
      from parked_events`,
  )
  if (!(await tableStands(runOn(pool), 'control.intake_parked'))) return { ...facts[0], intents: 0 }
  const { rows: intents } = await pool.query(
    `select count(*)::int as intents, min(parked_at) as since from control.intake_parked
      where not ${IS_BEYOND_A_BOUND}`,
  )
  const since = [facts[0].since, intents[0].since].filter((at) => at !== null).sort()[0] ?? null
  return { ...facts[0], intents: intents[0].intents, since }
}

export async function deliveryNumbers(pool: Pool, now: number) {
  const { rows } = await pool.query(
    `select
      (select coalesce(sum(pending), 0)::int from endpoint_queues where active) as pending,
      (select count(*)::int from deliveries where dead_at > now() - interval '24 hours') as dead_24h,
      ${OLDEST_PENDING} as oldest`,
  )
  const { oldest, ...counts } = rows[0]
  const oldest_pending_seconds = oldest === null ? null : secondsSince(oldest, now)
  return { ...counts, oldest_pending_seconds } as {
    pending: number
    dead_24h: number
    oldest_pending_seconds: number | null
  }
}
