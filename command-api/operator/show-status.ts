import { gatewaysInUse } from '@recado/application/gateways/gateways-in-use'
import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { accountOfTree } from '@recado/application/seal/leaf'
import {
  INTERRUPTED,
  readSelfAudits,
  type SelfAudit,
  type SelfAudits,
} from '@recado/application/seal/self-audits'
import { expiryLag as expiryLagOf } from '@recado/application/status/expiry-lag'
import { intakeLag } from '@recado/application/status/intake-lag'
import type { Outage } from '@recado/application/status/outages'
import { readParts } from '@recado/application/status/parts'
import { readModelsLag } from '@recado/application/status/read-models-lag'
import { secondsSince } from '@recado/application/status/seconds-since'
import { whyStuck } from '@recado/application/status/why-stuck'
import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { operatorRoute } from '../routing/route.ts'
import {
  deliveryNumbers,
  overQuotaNumber,
  parkedNumbers,
  suspendedNumbers,
} from './status-numbers.ts'
import { type Observed, troublesOf } from './status-troubles.ts'

const Failing = z.object({ what: z.string(), since: z.string().nullable(), why: z.string() })
const SelfAudited = z.object({
  account_id: z.string().nullable(),
  began_at: z.string(),
  ended_at: z.string(),
  result: z.enum(['clean', 'differences', 'failed', 'interrupted']),
  differences: z.record(z.string(), z.int()),
  facts_read: z.int(),
  leaves: z.int(),
  waiting: z.int(),
})
const Status = z.object({
  read_models: z.object({
    position: z.string().nullable(),
    head: z.string().nullable(),
    lag_events: z.int().nullable(),
    lag_seconds: z.number().nullable(),
    stuck_since: z.string().nullable(),
    reason: z.string().nullable(),
    filling: z.object({ percent: z.int().nullable(), seconds_left: z.int().nullable() }).nullable(),
  }),
  parked: z.object({ events: z.int().nullable(), streams: z.int().nullable() }),
  intake: z.object({ lag_seconds: z.number().nullable() }),
  deliveries: z.object({
    pending: z.int().nullable(),
    dead_24h: z.int().nullable(),
    oldest_pending_seconds: z.number().nullable(),
    failing_webhooks: z.int().nullable(),
    switched_off_webhooks: z.int().nullable(),
  }),
  self_audit: z
    .object({
      last: SelfAudited.nullable(),
      faulty: z.int(),
      since: z.string().nullable(),
      open_since: z.string().nullable(),
    })
    .nullable(),
  failing: z.array(Failing),
})

export const showStatusRoute = operatorRoute({
  method: 'GET',
  url: '/status',
  summary: 'Get the status of the product',
  description: `\`lag_events\` counts up to 1000; \`deliveries\` are those of active webhooks; \`failing_webhooks\` have not accepted one for
    an hour, and \`switched_off_webhooks\` were deactivated because they failed for days or answered 410. What is unknown because the log or
    Postgres does not answer is null. \`filling\` says how far the read models are filled from the log, while reads are refused;
    it is null once they are filled. \`self_audit\` says how the last audit of a tree of facts ended, and since when how many trees have
    differences or could not be audited (\`faulty\`); \`open_since\` is when the audit began that has not ended; \`account_id\` is null for the tree of the facts that belong to none. \`failing\` lists what fails now and since when; it names no account.`,
  reply: { 200: z.object({ data: Status }) },
  async handle(_, deps) {
    return { status: 200, body: { data: await readStatus(deps) }, position: null }
  },
})

const UNKNOWN_DELIVERIES: z.output<typeof Status>['deliveries'] = {
  ...{ pending: null, dead_24h: null, oldest_pending_seconds: null },
  ...{ failing_webhooks: null, switched_off_webhooks: null },
}

async function readStatus(deps: CommandDeps): Promise<z.output<typeof Status>> {
  const now = deps.now().getTime()
  const outages = await deps.outages.now()
  const observed = await observe(deps, outages, now)
  const { lag, parked, deliveries, intake } = observed
  const stuck_since = lag?.stuck_since ?? unavailableSince(outages, 'postgres')
  return {
    read_models: {
      position: textOf(lag?.position),
      head: textOf(observed.head),
      lag_events: lag?.events ?? null,
      lag_seconds: lag?.seconds ?? null,
      stuck_since,
      reason: stuck_since === null ? null : reasonOf(lag === null, observed),
      filling: observed.filling,
    },
    parked: { events: parked?.events ?? null, streams: parked?.streams ?? null },
    intake: { lag_seconds: intake === null ? null : lagOf(intake.since, now) },
    deliveries: deliveries ?? UNKNOWN_DELIVERIES,
    self_audit: observed.selfAudits && shownAudits(observed.selfAudits),
    failing: troublesOf(outages, observed, now),
  }
}

async function observe(
  { pool, store, vault, filling, reportOutage, config, registry }: CommandDeps,
  outages: readonly Outage[],
  now: number,
): Promise<Observed> {
  const away = outages.filter(({ answers }) => !answers).map(({ what }) => what)
  const isUp = (...servers: string[]) => !servers.some((server) => away.includes(server))
  const readOrNull = async <T>(work: () => Promise<T>, ...servers: string[]): Promise<T | null> =>
    isUp(...servers) ? withTimeout(DEADLINES.statusNumber, work()).catch(() => null) : null
  const [
    lag,
    head,
    parts,
    parked,
    intake,
    deliveries,
    suspended,
    overQuota,
    selfAudits,
    expiryLag,
    filled,
  ] = await Promise.all([
    readOrNull(() => readModelsLag(pool, isUp('eventstore') ? store : null, now), 'postgres'),
    readOrNull(() => headOfFollowedStreams(store), 'eventstore'),
    readOrNull(() => readParts(pool), 'postgres'),
    readOrNull(() => parkedNumbers(pool), 'postgres'),
    readOrNull(() => intakeLag(pool, store, 1), 'postgres', 'eventstore'),
    readOrNull(() => deliveryNumbers(pool, now), 'postgres'),
    readOrNull(() => suspendedNumbers(pool, vault.knownLog), 'postgres', 'vault'),
    readOrNull(() => overQuotaNumber(pool, config, now), 'postgres'),
    readOrNull(() => readSelfAudits(pool), 'postgres'),
    readOrNull(() => expiryLagOf(runOn(pool), config.MESSAGE_DAYS, now), 'postgres'),
    readOrNull(filling, 'postgres'),
  ])
  const gateways = gatewaysInUse({ config, registry })
  const counted = { parked, intake, deliveries, suspended, overQuota, selfAudits, expiryLag }
  const isAuditing = config.SELF_AUDIT_HOUR !== 'off'
  const own = { gateways, isAuditing, filling: filled, reportOutage: reportOutage() }
  return { lag, head, parts, ...counted, ...own }
}

function shownAudits({
  last,
  idle_since: _,
  ...of
}: SelfAudits): z.output<typeof Status>['self_audit'] {
  if (last === null) return { last, ...of }
  const { tree, failure, ...told } = last
  return { last: { account_id: accountOfTree(tree), ...told, result: resultOf(last) }, ...of }
}

function resultOf({ differences, failure }: SelfAudit): z.output<typeof SelfAudited>['result'] {
  if (Object.keys(differences).length > 0) return 'differences'
  if (failure === null) return 'clean'
  return failure === INTERRUPTED ? 'interrupted' : 'failed'
}

function reasonOf(isUnknown: boolean, { parts, reportOutage }: Observed): string {
  if (isUnknown || parts === null) return 'Postgres, which has them, does not answer'
  return whyStuck(parts, 'read_models', reportOutage)
}

function unavailableSince(outages: readonly Outage[], server: string): string | null {
  return outages.find(({ what }) => what === server)?.since ?? null
}

function lagOf(since: string | null, now: number): number {
  return since === null ? 0 : secondsSince(since, now)
}

function textOf(position: bigint | null | undefined): string | null {
  return position == null || position < 0n ? null : String(position)
}
