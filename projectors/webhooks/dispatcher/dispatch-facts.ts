import { randomUUID } from 'node:crypto'
import { type CommandContext, chainOf } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { attemptFactId } from '@recado/application/ids'
import type { Registry } from '@recado/application/registry/registry'
import { waitUntilReached } from '@recado/application/registry/wait-until-reached'
import { deactivateWebhook } from '@recado/domain/webhook/deactivate-webhook'
import { noticeFailure } from '@recado/domain/webhook/notice-failure'
import { webhook } from '@recado/domain/webhook/webhook'
import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import type { Logger } from '@recado/infra/logger'
import type { PendingDelivery } from './pending-delivery.ts'

type DeactivateDeps = {
  readonly commands: ExecuteDeps
  readonly registry: Pick<Registry, 'webhook' | 'waitUntil'>
  readonly log: Logger
  readonly signal: AbortSignal
}

type Failing = Readonly<Record<'account_id' | 'connection_id' | 'url' | 'failing_since', string>>

/** Time for the registry to follow. If it does not, at most one attempt too many is made, which does no harm. */
const REGISTRY_MS = 5_000

/**
 * Deactivates a webhook for a fault of its endpoint, and waits until the registry shows it, or for a while.
 * @param url the address at fault: a webhook with another address by now stays active
 * @throws what `execute` throws
 */
export async function deactivate(
  { commands, registry, log, signal }: DeactivateDeps,
  connection_id: string,
  reason: 'gone' | 'failing',
  url: string,
): Promise<void> {
  const context = dispatcherContext(registry.webhook(connection_id)?.account_id ?? null)
  const done = await execute(commands, {
    aggregate: webhook,
    id: connection_id,
    decide: deactivateWebhook,
    command: { connection_id, reason, url, at: new Date().toISOString() },
    context,
  })
  if (done.refused !== undefined || done.position === null) return
  log.warn({ ...chainOf(context), connection_id, reason }, 'a webhook was deactivated')
  await waitUntilReached(registry, done.position, REGISTRY_MS, signal)
}

/**
 * Records once that every attempt of a webhook has failed for a while.
 * @throws what `execute` throws
 */
export async function recordFailure(
  { commands, log }: Pick<DeactivateDeps, 'commands' | 'log'>,
  { account_id, connection_id, url, failing_since }: Failing,
): Promise<void> {
  const context = dispatcherContext(account_id)
  const done = await execute(commands, {
    aggregate: webhook,
    id: connection_id,
    decide: noticeFailure,
    command: { connection_id, url, failing_since, at: new Date().toISOString() },
    context,
  })
  if (done.refused !== undefined || done.position === null) return
  log.warn(
    { ...chainOf(context), connection_id, failing_since },
    'a webhook has failed for an hour',
  )
}

/** Context with derived event ids, so that an outcome recorded twice is one event. */
export function contextOf(
  pending: PendingDelivery,
  facts: readonly WebhookDeliveryEvent[],
): CommandContext {
  const attempt = pending.attempts + 1
  return {
    ...dispatcherContext(pending.account_id),
    correlation_id: pending.correlation_id,
    causation_id: pending.event_id,
    eventId: (index) =>
      attemptFactId({
        delivery_id: pending.id,
        type: facts[index]?.type ?? 'DeliveryAttempted',
        attempt,
      }),
  }
}

function dispatcherContext(account_id: string | null): CommandContext {
  return systemContext(
    { now: () => new Date(), newId: randomUUID },
    { part: 'dispatcher', account_id },
  )
}
