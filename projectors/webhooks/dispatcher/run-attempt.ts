import type { Registry } from '@recado/application/registry/registry'
import type { EqualShares } from '@recado/infra/concurrency/equal-shares'
import type { Logger } from '@recado/infra/logger'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'
import { type AttemptDeps, type Attempted, attemptDelivery } from './attempt.ts'
import { type EndpointQueue, noteAttempt, noteDeactivation, noteOutage } from './endpoint-queue.ts'
import { HOLDING_ATTEMPTS, logFieldsOf, type PendingDelivery } from './pending-delivery.ts'
import { finish } from './queue-conversations.ts'
import type { RecentAttempts } from './recent-attempts.ts'
import { secretsOf } from './secrets-of.ts'

export type RunDeps = {
  readonly pool: Pick<pg.Pool, 'query'>
  readonly attempt: AttemptDeps
  readonly vault: Pick<Vault, 'get'>
  readonly registry: Pick<Registry, 'webhook'>
  /** Whether the queue is still the one of its webhook, and its shard ours to act on. */
  readonly isOpen: (queue: EndpointQueue) => boolean
  readonly recent: RecentAttempts
  readonly log: Logger
  readonly recordOutcome: (pending: PendingDelivery, attempted: Attempted) => void
  /** Deactivates a webhook whose endpoint is gone; resolves when the registry shows it, or after a time-out. */
  readonly deactivate: (webhook: WebhookEntry) => Promise<void>
  readonly restMs: number
}

export async function runAttempt(
  deps: RunDeps,
  shares: EqualShares,
  queue: EndpointQueue,
  pending: PendingDelivery,
  webhook: WebhookEntry,
): Promise<void> {
  const { conversations } = queue
  shares.began(conversations.inFlight.size)
  const attempted = await attemptNow(deps, queue, pending, webhook)
  finish(conversations, pending, attempted === null ? pending : againOf(pending, attempted))
  shares.ended(conversations.inFlight.size)
  if (attempted?.outcome !== 'gone') return
  await deps
    .deactivate(webhook)
    .catch((err) =>
      deps.log.warn(
        { err, ...logFieldsOf(pending) },
        'a webhook whose endpoint answered 410 could not be deactivated',
      ),
    )
  noteDeactivation(queue, deps.restMs)
}

/** @returns null when nothing was sent and the delivery waits as before */
async function attemptNow(
  deps: RunDeps,
  queue: EndpointQueue,
  pending: PendingDelivery,
  webhook: WebhookEntry,
): Promise<Attempted | null> {
  const secrets = await secretsFor(deps, queue, pending, webhook)
  if (secrets === null || !isStill(deps, queue, webhook)) return null
  deps.recent.begin(pending.id, pending.attempts + 1)
  const attempted = await attemptDelivery(deps.attempt, pending, webhook, secrets)
  const isToKeep = attempted.outcome === 'delivered' || (await isAwaited(deps, pending))
  deps.recordOutcome(pending, isToKeep ? attempted : withoutAnswer(attempted))
  if (pending.origin !== 'test') noteAttempt(queue, attempted.outcome, deps.restMs)
  return attempted
}

const STILL_MS = 1_000

/** Whether the read models wait for the delivery. An erasure of its person ends it, also while it is attempted. */
async function isAwaited({ pool }: RunDeps, { id }: PendingDelivery): Promise<boolean> {
  const query = {
    name: 'dispatch-awaited',
    text: `select from deliveries where id = $1 and status in ('pending', 'failed')`,
    values: [id],
    query_timeout: STILL_MS,
  }
  return pool.query(query).then(
    ({ rows }) => rows.length > 0,
    () => false,
  )
}

/** An endpoint may answer with what was posted to it, and nobody would erase that any more. */
function withoutAnswer({ facts, ...attempted }: Attempted): Attempted {
  const silent = facts.map((fact) =>
    fact.type === 'DeliveryAttempted'
      ? { ...fact, data: { ...fact.data, answer_excerpt: null } }
      : fact,
  )
  return { ...attempted, facts: silent }
}

/** A vault that does not answer is not the endpoint's fault and costs the delivery no attempt. */
async function secretsFor(
  { vault, attempt: { now }, log, restMs }: RunDeps,
  queue: EndpointQueue,
  pending: PendingDelivery,
  webhook: WebhookEntry,
): Promise<readonly string[] | null> {
  try {
    return await secretsOf(vault, webhook, now().toISOString())
  } catch (err) {
    log.warn({ err, ...logFieldsOf(pending) }, 'a delivery waits for the secret that signs it')
    noteOutage(queue, restMs)
    return null
  }
}

/** While the vault does not answer, the lease may end and the webhook be paused or changed. */
function isStill({ registry, isOpen }: RunDeps, queue: EndpointQueue, webhook: WebhookEntry) {
  return isOpen(queue) && registry.webhook(queue.connectionId) === webhook
}

/** The delivery as its conversation waits for its retry; null when the conversation no longer waits for it. */
function againOf(pending: PendingDelivery, { next_at }: Attempted): PendingDelivery | null {
  const attempts = pending.attempts + 1
  return next_at === null || attempts >= HOLDING_ATTEMPTS ? null : { ...pending, attempts, next_at }
}
