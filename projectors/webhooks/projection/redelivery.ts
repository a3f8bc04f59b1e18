import { deliveryId } from '@recado/application/ids'
import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import type { RedeliveryRequested } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { totalOf } from '../../read-models/keep-list.ts'
import {
  type DeliveryRow,
  deliveries,
  type EndpointQueueRow,
  endpointQueues,
} from './delivery-rows.ts'
import { withOneMore } from './enqueue.ts'

export async function applyRedelivery(
  { data, metadata }: RecordedEvent<RedeliveryRequested>,
  rows: Rows,
): Promise<void> {
  const original = await rows.get(deliveries, data.original_delivery_id)
  const queue = await rows.get(endpointQueues, data.connection_id)
  const known = await rows.get(deliveries, data.delivery_id)
  const first = await rows.get(deliveries, deliveryId(data))
  if (!original || !queue || known) return
  if (first !== undefined) rows.put(deliveries, { ...first, is_repeated: true })
  const { traceparent = null } = metadata
  rows.put(deliveries, { ...newRedelivery(original, queue, data), traceparent })
  rows.put(endpointQueues, withOneMore(queue))
}

/** The rows that `applyRedelivery` touches. */
export function needsOfRedelivery({ data, metadata }: RecordedEvent<RedeliveryRequested>) {
  return [
    [deliveries, data.original_delivery_id] as const,
    [deliveries, data.delivery_id] as const,
    [deliveries, deliveryId(data)] as const,
    [endpointQueues, data.connection_id] as const,
    totalOf(deliveriesOfAccount, metadata.account_id),
  ]
}

function newRedelivery(
  original: DeliveryRow,
  { last_ordinal, url }: EndpointQueueRow,
  { delivery_id, requested_at }: RedeliveryRequested['data'],
): DeliveryRow {
  return {
    ...original,
    id: delivery_id,
    origin: original.origin === 'test' ? 'test' : 'redelivery',
    again_of: original.event_id,
    recovery_id: null,
    is_repeated: false,
    ordinal: last_ordinal + 1,
    target_url: url,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    next_at: requested_at,
    delivered_at: null,
    dead_at: null,
    created_at: requested_at,
    account_pos: 0,
  }
}
