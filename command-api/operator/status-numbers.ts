import { rowsIfTableExists } from '@recado/application/read-models/rows-if-table-exists'
import { countSuspended } from '@recado/application/sending/suspended-sends'
import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { OLDEST_PENDING } from '@recado/application/status/oldest-pending'
import { secondsSince } from '@recado/application/status/seconds-since'
import type { Config } from '@recado/infra/config'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import type { LogMemory } from '@recado/infra/vault/known-log'
import { countOwnersFrom } from '../hooks/raw-bytes.ts'

export type ParkedNumbers = {
  readonly events: number
  readonly streams: number
  readonly intents: number
  readonly since: string | null
}

const NO_INTENTS: Pick<ParkedNumbers, 'intents' | 'since'> = { intents: 0, since: null }

/** Counts the parked facts and intents, except intents that exceed a bound for providers. */
export async function parkedNumbers(pool: Pool): Promise<ParkedNumbers> {
  const { rows: facts } = await pool.query(
    `select count(*)::int as events, count(distinct stream)::int as streams, min(parked_at) as since
      from parked_events`,
  )
  const [parked = NO_INTENTS] = await rowsIfTableExists(
    pool.query<typeof NO_INTENTS>(
      `select count(*)::int as intents, min(parked_at) as since from control.intake_parked
        where not ${IS_BEYOND_A_BOUND}`,
    ),
  )
  const since = [facts[0].since, parked.since].filter((at) => at !== null).sort()[0] ?? null
  return { ...facts[0], intents: parked.intents, since }
}

export type SuspendedNumbers = { readonly count: number; readonly since: string | null }

/** Counts the sends that a restored log left open. */
export async function suspendedNumbers(pool: Pool, knownLog: LogMemory): Promise<SuspendedNumbers> {
  const { known } = await knownLog.recall()
  const [counted] = await runOn(pool)<{ total: number }>(
    countSuspended(known?.suspended_to ?? null),
  )
  return { count: counted?.total ?? 0, since: known?.suspended_at ?? null }
}

/** Counts the owners that have used up their quota of raw bytes of this UTC day; 0 without a quota. */
export async function overQuotaNumber(
  pool: Pool,
  { RAW_BYTES_PER_DAY: quota }: Pick<Config, 'RAW_BYTES_PER_DAY'>,
  now: number,
): Promise<number> {
  return quota === 0 ? 0 : countOwnersFrom(pool, new Date(now).toISOString().slice(0, 10), quota)
}

/**
 * Counts deliveries of active webhooks, says how old the oldest pending one is, s, and counts the webhooks that have
 * failed for an hour or were switched off for it.
 */
export async function deliveryNumbers(pool: Pool, now: number) {
  const { rows } = await pool.query(
    `select
      q.pending, q.failing_webhooks, q.switched_off_webhooks,
      (select count(*)::int from deliveries where dead_at > now() - interval '24 hours') as dead_24h,
      ${OLDEST_PENDING} as oldest
      from (select coalesce(sum(pending) filter (where active), 0)::int as pending,
        (count(*) filter (where active and failing_noticed))::int as failing_webhooks,
        (count(*) filter (where switched_off is not null))::int as switched_off_webhooks
        from endpoint_queues) q`,
  )
  const { oldest, ...counts } = rows[0]
  const oldest_pending_seconds = oldest === null ? null : secondsSince(oldest, now)
  return { ...counts, oldest_pending_seconds } as {
    pending: number
    dead_24h: number
    oldest_pending_seconds: number | null
    failing_webhooks: number
    switched_off_webhooks: number
  }
}
