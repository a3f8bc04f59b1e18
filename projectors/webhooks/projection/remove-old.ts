import { attemptFactId } from '@recado/application/ids'
import type { RetentionApplied } from '@recado/domain/retention/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { activityCounts } from '../../read-models/activity-row.ts'
import {
  type DeliveryRow,
  deliveries,
  deliveryAttempts,
  type EndpointQueueRow,
  endpointQueues,
} from './delivery-rows.ts'
import { outboundEvents } from './outbound-rows.ts'
import { deliveryRecoveries } from './recovery-rows.ts'

type OldDelivery = Pick<DeliveryRow, 'id' | 'connection_id' | 'status' | 'attempts'>

/**
 * Removes outbound events past retention with all their deliveries, whatever their state: rebuilt from the shortened
 * log, finished deliveries would look pending and be sent again. A requested delivery is removed with the event's
 * first one, which it was made from.
 */
export async function removeOld(
  { data }: RecordedEvent<RetentionApplied>,
  rows: Rows,
): Promise<void> {
  const { account_id, category, before } = data
  if (account_id === null) return
  const all = { key: 'account_id', value: account_id, time: 'event_at', before } as const
  const span = category === 'providerEvent' ? ({ ...all, only: 'is_native' } as const) : all
  const old = await rows.findBefore(deliveries, span, ['connection_id', 'status', 'attempts'])
  await loadCounts(account_id, before, rows)
  for (const { id } of old) rows.remove(deliveries, id)
  rows.forget(deliveryAttempts, old.flatMap(attemptIds))
  const told = await rows.findBefore(outboundEvents, span)
  for (const { id } of told) rows.remove(outboundEvents, id)
  if (category === 'webhookDelivery') await removeRecoveries(account_id, before, rows)
  await adjustQueues(account_id, old, category === 'webhookDelivery' ? before : null, rows)
}

/** Loads the counts of the deliveries in one statement rather than one for each hour. */
async function loadCounts(value: string, before: string, rows: Rows): Promise<void> {
  const span = { key: 'account_id', value, time: 'at', before } as const
  await rows.findBefore(activityCounts, span, 'all')
}

/** Everything that these recoveries could deliver is older than they are. */
async function removeRecoveries(value: string, before: string, rows: Rows): Promise<void> {
  const span = { key: 'account_id', value, time: 'requested_at', before } as const
  for (const { id } of await rows.findBefore(deliveryRecoveries, span))
    rows.remove(deliveryRecoveries, id)
}

function attemptIds({ id, attempts }: OldDelivery): string[] {
  return Array.from({ length: attempts }, (_, n) =>
    attemptFactId({ delivery_id: id, type: 'DeliveryAttempted', attempt: n + 1 }),
  )
}

async function adjustQueues(
  accountId: string,
  old: readonly OldDelivery[],
  before: string | null,
  rows: Rows,
): Promise<void> {
  const fewer = new Map<string, number>()
  for (const { connection_id, status } of old)
    if (status === 'pending' || status === 'failed')
      fewer.set(connection_id, (fewer.get(connection_id) ?? 0) + 1)
  for (const queue of await rows.find(endpointQueues, 'account_id', accountId))
    rows.put(endpointQueues, withFewer(queue, fewer.get(queue.id) ?? 0, before))
}

/** @param before earliest possible time of an attempt that is left; null when unknown */
function withFewer(queue: EndpointQueueRow, by: number, before: string | null): EndpointQueueRow {
  const { failing_since: at } = queue
  const failing_since = at !== null && before !== null && at < before ? before : at
  return { ...queue, pending: queue.pending - by, failing_since }
}
