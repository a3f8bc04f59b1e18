import { chainOf } from '@recado/application/commands/command-context'
import type { Logger } from '@recado/infra/logger'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { type AttemptDeps, type Attempted, attemptDelivery } from './attempt.ts'
import type { AttemptShares } from './attempt-shares.ts'
import { afterAttempt, afterDeactivation } from './endpoint-health.ts'
import type { EndpointQueue } from './endpoint-queue.ts'
import { HOLDING_ATTEMPTS, type PendingDelivery } from './pending-delivery.ts'
import { finish } from './queue-conversations.ts'
import type { RecentAttempts } from './recent-attempts.ts'

/** What an attempt of a queue is run with. */
export type RunDeps = {
  readonly attempt: AttemptDeps
  readonly recent: RecentAttempts
  readonly log: Logger
  readonly recordOutcome: (pending: PendingDelivery, attempted: Attempted) => void
  /** Deactivates a webhook that wants no more; resolves when the registry knows, or should. */
  readonly deactivate: (webhook: WebhookEntry) => Promise<void>
  /** How long an endpoint rests at first, ms. */
  readonly restMs: number
}

/** Attempts a delivery that was taken from its queue, and gives the queue what the attempt came to. */
export async function runAttempt(
  deps: RunDeps,
  shares: AttemptShares,
  queue: EndpointQueue,
  pending: PendingDelivery,
  webhook: WebhookEntry,
): Promise<void> {
  shares.began(queue.inFlight.size)
  deps.recent.begin(pending.id, pending.attempts + 1)
  const attempted = await attemptDelivery(deps.attempt, pending, webhook)
  deps.recordOutcome(pending, attempted)
  if (pending.origin !== 'test')
    queue.health = afterAttempt(queue.health, attempted.outcome, Date.now(), deps.restMs)
  finish(queue, pending, againOf(pending, attempted))
  shares.ended(queue.inFlight.size)
  if (attempted.outcome !== 'gone') return
  await deps
    .deactivate(webhook)
    .catch((err) => deps.log.warn({ err, ...named(pending) }, 'a webhook is gone but active'))
  queue.health = afterDeactivation(Date.now(), deps.restMs)
}

function named({ id, account_id, correlation_id, connection_id }: PendingDelivery) {
  const chain = chainOf({ account_id, correlation_id, request_id: null })
  return { ...chain, connection_id, delivery_id: id }
}

/** The delivery as its conversation waits for it; null when nothing waits for it any longer. */
function againOf(pending: PendingDelivery, { next_at }: Attempted): PendingDelivery | null {
  const attempts = pending.attempts + 1
  return next_at === null || attempts >= HOLDING_ATTEMPTS ? null : { ...pending, attempts, next_at }
}
