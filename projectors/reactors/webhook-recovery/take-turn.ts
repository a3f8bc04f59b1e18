import { newEvents } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { deliveryId, deliveryRequestId, recoveredDeliveryId } from '@recado/application/ids'
import { advanceRecovery } from '@recado/domain/delivery-recovery/advance-recovery'
import { completeRecovery } from '@recado/domain/delivery-recovery/complete-recovery'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import type { DeliveryRecovered } from '@recado/domain/webhook-delivery/events'
import type { Journal } from '@recado/infra/event-store/event-store'
import { lastingStream } from '@recado/infra/event-store/journal'
import type { Run } from '@recado/infra/postgres/run'
import { type ExaminedEvent, nextEvents, type RunningRecovery, roomFor } from './undelivered.ts'

export type TurnDeps = ExecuteDeps & {
  readonly journal: Journal
  readonly pauseKeepMs: number
  readonly now: () => Date
  readonly newId: () => string
}

const BATCH = 100

/**
 * Advances a recovery by one step: looks at the next events, requests those that were never delivered, and records
 * how far it is. A repeat after a crash uses the same ids. The step waits while too many of its deliveries wait for
 * their first attempt, and before a delivery that is about to be given up, which it would otherwise leave
 * undelivered.
 * @returns the log position that the read models must include before the next turn; `waits` when something else has
 * to happen first; null when another process has advanced the recovery
 */
export async function takeTurn(
  deps: TurnDeps,
  recovery: RunningRecovery,
  run: Run,
): Promise<bigint | 'waits' | null> {
  if ((await roomFor(recovery, run)) < BATCH) return 'waits'
  const found = await nextEvents(recovery, doomedBefore(deps, recovery), run)
  if (found.length === 0) return complete(deps, recovery)
  const events = upToBatchEnd(found)
  const last = events.at(-1)
  if (last === undefined) return 'waits'
  await recover(deps, recovery, events.filter(isLost))
  return advance(
    deps,
    recovery,
    last.log_id,
    events.filter(({ state }) => state !== 'delivered'),
  )
}

/** Deliveries enqueued before this time will be given up by a dispatcher. For a paused webhook it only grows. */
function doomedBefore(
  { now, pauseKeepMs }: TurnDeps,
  { active, resumed_at }: RunningRecovery,
): string | null {
  if (active && resumed_at === null) return null
  const resumed = active && resumed_at !== null ? Date.parse(resumed_at) : now().getTime()
  return new Date(resumed - pauseKeepMs).toISOString()
}

/** The events up to one batch of lost ones, ending before a delivery that is about to be given up. */
function upToBatchEnd(events: readonly ExaminedEvent[]): readonly ExaminedEvent[] {
  let lost = 0
  const isEnd = (event: ExaminedEvent) =>
    event.state === 'doomed' || (isLost(event) && ++lost > BATCH)
  const end = events.findIndex(isEnd)
  return end === -1 ? events : events.slice(0, end)
}

function isLost({ state }: ExaminedEvent): boolean {
  return state === 'none' || state === 'dead'
}

async function recover(
  deps: TurnDeps,
  recovery: RunningRecovery,
  lost: readonly ExaminedEvent[],
): Promise<void> {
  if (lost.length === 0) return
  const at = deps.now()
  const facts = lost.map((event) => factOf(recovery, event, at.toISOString()))
  const context = contextOf(deps, recovery)
  // Each fact is applied on its own: an append of a hundred need not be applied in one piece.
  const events = facts.flatMap((fact) => {
    const eventId = () => deliveryRequestId(fact.data.delivery_id)
    return newEvents([fact], { ...context, eventId })
  })
  const stream = lastingStream('webhookDelivery', recovery.connection_id, recovery.id)
  await deps.journal.record(stream, events)
}

function factOf(
  { id: recovery_id, connection_id, webhook_id }: RunningRecovery,
  { id: event_id, state }: ExaminedEvent,
  recovered_at: string,
): DeliveryRecovered {
  const delivery_id =
    state === 'none'
      ? deliveryId({ event_id, webhook_id })
      : recoveredDeliveryId({ event_id, webhook_id, recovery_id })
  const ids = { delivery_id, recovery_id, event_id, webhook_id, connection_id }
  return { type: 'DeliveryRecovered', data: { ...ids, recovered_at } }
}

async function advance(
  deps: TurnDeps,
  recovery: RunningRecovery,
  through: number,
  found: readonly ExaminedEvent[],
): Promise<bigint | null> {
  const { id, connection_id, through: from } = recovery
  const at = deps.now().toISOString()
  const done = await execute(deps, {
    aggregate: deliveryRecovery,
    id,
    decide: advanceRecovery,
    command: { recovery_id: id, connection_id, from, through, found: found.length, at },
    context: contextOf(deps, recovery),
  })
  return done.refused === undefined ? done.position : null
}

async function complete(deps: TurnDeps, recovery: RunningRecovery): Promise<bigint | null> {
  const { id, connection_id, through, enqueued } = recovery
  const at = deps.now().toISOString()
  const done = await execute(deps, {
    aggregate: deliveryRecovery,
    id,
    decide: completeRecovery,
    command: { recovery_id: id, connection_id, through, enqueued, at },
    context: contextOf(deps, recovery),
  })
  return done.refused === undefined ? done.position : null
}

export function contextOf(deps: TurnDeps, { id, account_id }: RunningRecovery) {
  return systemContext(deps, { part: 'webhook_recovery', account_id, chain: id })
}
