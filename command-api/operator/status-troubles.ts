import type { Outage } from '@recado/application/status/outages'
import type { PartSeen } from '@recado/application/status/parts'
import type { ReadModelsLag } from '@recado/application/status/read-models-lag'
import type { ReportOutage } from '@recado/application/status/troubles'
import { whyStuck } from '@recado/application/status/why-stuck'
import { type Filling, fillingText } from '@recado/infra/postgres/not-filled'
import type { deliveryNumbers, ParkedNumbers, SuspendedNumbers } from './status-numbers.ts'

/** The observed values; null for those that could not be read. */
export type Observed = {
  readonly lag: (Pick<ReadModelsLag, 'position'> & Partial<ReadModelsLag>) | null
  readonly head: bigint | null
  readonly parts: readonly PartSeen[] | null
  readonly parked: ParkedNumbers | null
  /** Since when the oldest raw event waits. */
  readonly intake: { readonly since: string | null } | null
  /** Since when and why Postgres does not store what the parts report; null while it does. */
  readonly reportOutage: ReportOutage | null
  readonly suspended: SuspendedNumbers | null
  /** How many owners have used up their quota of raw bytes of the day. */
  readonly overQuota: number | null
  /** How far the read models are filled; null once they are. */
  readonly filling: Filling | null
  readonly deliveries: Awaited<ReturnType<typeof deliveryNumbers>> | null
}

type Trouble = { readonly what: string; readonly since: string | null; readonly why: string }

/** Fewer parked items are no trouble: a few may just be bad facts. */
const MIN_MANY_PARKED = 10
/** A raw event that waits longer than this waits for more than its turn. */
const MIN_INTAKE_STUCK_MS = 30_000
/** Parts that must run in some process. */
const NEEDED_PARTS = ['read_models', 'intake', 'relay']

/** What fails now, for the operator's status; it names no account. @param now Unix time, ms */
export function troublesOf(outages: readonly Outage[], observed: Observed, now: number): Trouble[] {
  const { lag, parts, parked, intake, suspended, overQuota, filling, reportOutage } = observed
  const found: Trouble[] = outages.map(({ what, since, why }) => ({ what, since, why }))
  const add = (what: string, since: string | null, why: string) => {
    if (!found.some((one) => one.what === what)) found.push({ what, since, why })
  }
  for (const { part, is_alive, failing_since, why } of parts ?? [])
    if (is_alive && failing_since !== null && !hasRecovered(part, observed))
      add(part, failing_since, why ?? 'it fails')
  if (lag?.stuck_since)
    add('read_models', lag.stuck_since, whyStuck(parts ?? [], 'read_models', reportOutage))
  const since = intake?.since ?? null
  if (since !== null && now - Date.parse(since) > MIN_INTAKE_STUCK_MS)
    add('intake', since, whyStuck(parts ?? [], 'intake', reportOutage))
  if (reportOutage !== null)
    add(
      'postgres',
      reportOutage.since,
      `it does not store what the parts report: ${reportOutage.why}`,
    )
  for (const part of parts === null || reportOutage !== null ? [] : NEEDED_PARTS) {
    const seen = parts?.find((one) => one.part === part)
    if (!seen?.is_alive) add(part, seen?.seen_at ?? null, whyStuck(parts ?? [], part))
  }
  if (filling !== null)
    add('read_models', null, `${fillingText(filling)}; reads are refused until then`)
  if (parked !== null && parked.streams + parked.intents >= MIN_MANY_PARKED)
    add(
      'parked',
      parked.since,
      `${parked.streams} streams and ${parked.intents} intents are parked`,
    )
  if (suspended !== null && suspended.count > 0)
    add(
      'suspended_sends',
      suspended.since,
      `${suspended.count} sends of a restored log wait for your decision: GET /operator/v1/suspended-sends`,
    )
  if (overQuota !== null && overQuota > 0)
    add(
      'raw_quota',
      null,
      `${overQuota} accounts, apps or business accounts have used up their quota of raw bytes and are refused until tomorrow (UTC): GET /operator/v1/raw-bytes`,
    )
  return found
}

/** Whether a part that reported a failure has no work left, and so has recovered. */
function hasRecovered(part: string, { lag, intake, deliveries }: Observed): boolean {
  switch (part) {
    case 'read_models':
      return lag?.events === 0
    case 'intake':
      return intake?.since === null
    case 'dispatcher':
      return deliveries?.pending === 0
    default:
      return false
  }
}
