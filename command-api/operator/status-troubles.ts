import { type GatewayInUse, missedGateways } from '@recado/application/gateways/gateways-in-use'
import type { SelfAudits } from '@recado/application/seal/self-audits'
import { isLate } from '@recado/application/status/expiry-lag'
import type { Outage } from '@recado/application/status/outages'
import type { PartSeen } from '@recado/application/status/parts'
import type { ReadModelsLag } from '@recado/application/status/read-models-lag'
import type { ReportOutage } from '@recado/application/status/troubles'
import { whyStuck } from '@recado/application/status/why-stuck'
import { DAY_MS } from '@recado/domain/durations'
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
  /** How the product's audits of its own trees ended. */
  readonly selfAudits: SelfAudits | null
  /** Whether it is to audit them. */
  readonly isAuditing: boolean
  /** How long the keys of what was said have been kept beyond MESSAGE_DAYS, ms. */
  readonly expiryLag: number | null
  /** How far the read models are filled; null once they are. */
  readonly filling: Filling | null
  /** The gateways of freemium numbers. */
  readonly gateways: readonly GatewayInUse[]
  readonly deliveries: Awaited<ReturnType<typeof deliveryNumbers>> | null
}

type Trouble = { readonly what: string; readonly since: string | null; readonly why: string }

/** Fewer parked items are no trouble: a few may just be bad facts. */
const MIN_MANY_PARKED = 10
/** A raw event that waits longer than this waits for more than its turn. */
const MIN_INTAKE_STUCK_MS = 30_000
const MAX_AUDIT_MS = DAY_MS
const MAX_IDLE_MS = 2 * DAY_MS
/** Parts that must run in some process. */
const NEEDED_PARTS = ['read_models', 'intake', 'relay']

/** What fails now, for the operator's status, each thing once; it names no account. @param now Unix time, ms */
export function troublesOf(outages: readonly Outage[], observed: Observed, now: number): Trouble[] {
  const found = [
    ...outages.map(({ what, since, why }) => ({ what, since, why })),
    ...failingParts(observed),
    ...stuckParts(observed, now),
    ...missingParts(observed),
    ...waitingThings(observed),
    ...brokenSeals(observed),
    ...lateAudits(observed, now),
    ...lateExpiry(observed, now),
  ]
  return found.filter(({ what }, place) => found.findIndex((one) => one.what === what) === place)
}

function failingParts(observed: Observed): Trouble[] {
  return (observed.parts ?? []).flatMap(({ part, is_alive, failing_since, why }) =>
    is_alive && failing_since !== null && !hasRecovered(part, observed)
      ? [{ what: part, since: failing_since, why: why ?? 'it fails' }]
      : [],
  )
}

function stuckParts({ lag, intake, parts, reportOutage }: Observed, now: number): Trouble[] {
  const found: Trouble[] = []
  const add = (what: string, since: string) =>
    found.push({ what, since, why: whyStuck(parts ?? [], what, reportOutage) })
  if (lag?.stuck_since) add('read_models', lag.stuck_since)
  const since = intake?.since ?? null
  if (since !== null && now - Date.parse(since) > MIN_INTAKE_STUCK_MS) add('intake', since)
  return found
}

/** Needed parts that no process reports; without reports, that Postgres does not store them. */
function missingParts({ parts, reportOutage }: Observed): Trouble[] {
  if (reportOutage !== null) {
    const why = `it does not store what the parts report: ${reportOutage.why}`
    return [{ what: 'postgres', since: reportOutage.since, why }]
  }
  if (parts === null) return []
  return NEEDED_PARTS.flatMap((part) => {
    const seen = parts.find((one) => one.part === part)
    const trouble = { what: part, since: seen?.seen_at ?? null, why: whyStuck(parts, part) }
    return seen?.is_alive ? [] : [trouble]
  })
}

function waitingThings({ filling, parked, suspended, overQuota, gateways }: Observed): Trouble[] {
  const found: Trouble[] = []
  const add = (what: string, since: string | null, why: string) => found.push({ what, since, why })
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
  const silent = silentGateways(gateways)
  if (silent !== null) add('gateways', silent.since, silent.why)
  return found
}

function brokenSeals({ selfAudits }: Observed): Trouble[] {
  if (selfAudits === null || selfAudits.faulty === 0) return []
  const { faulty, since } = selfAudits
  const why = `${faulty} of the trees of facts have differences, or could not be audited: npm run audit -- --seals`
  return [{ what: 'self_audit', since, why }]
}

/** Without these the result of the audit before would look like that of last night. */
function lateAudits({ selfAudits, isAuditing }: Observed, now: number): Trouble[] {
  if (selfAudits === null || !isAuditing) return []
  const { open_since, idle_since } = selfAudits
  const isOlder = (since: string | null, ms: number) =>
    since !== null && now - new Date(since).getTime() > ms
  if (isOlder(open_since, MAX_AUDIT_MS))
    return [{ what: 'self_audit', since: open_since, why: 'an audit has not ended for a day' }]
  if (isOlder(idle_since, MAX_IDLE_MS))
    return [{ what: 'self_audit', since: idle_since, why: 'no audit has ended for two days' }]
  return []
}

function lateExpiry({ expiryLag }: Observed, now: number): Trouble[] {
  if (expiryLag === null || !isLate(expiryLag)) return []
  const days = Math.floor(expiryLag / DAY_MS)
  const why = `what was said is kept ${days} days longer than MESSAGE_DAYS: something of an account cannot be removed, or a clock is wrong; log lines of retention say what`
  return [{ what: 'expiry', since: new Date(now - expiryLag).toISOString(), why }]
}

function silentGateways(gateways: readonly GatewayInUse[]) {
  const silent = missedGateways(gateways)
  if (silent.length === 0) return null
  const numbers = silent.reduce((sum, { sessions }) => sum + sessions, 0)
  const since = silent.map(({ silent_since }) => silent_since).sort()[0] ?? null
  const which = `${silent.length} of ${gateways.length} gateways do not answer`
  const why = `${which}; ${numbers} numbers wait for them: GET /operator/v1/gateways`
  return { since, why }
}

/** Whether a part that reported a failure has no work left and so has recovered. */
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
