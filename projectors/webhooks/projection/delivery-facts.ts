import type {
  DeliveryAttempted,
  DeliveryGivenUp,
  RedeliveryRequested,
} from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import {
  type DeliveryRow,
  deliveries,
  type EndpointQueueRow,
  endpointQueues,
} from './delivery-rows.ts'
import { withOneMore } from './enqueue.ts'

/** What came of a POST. The journal may hold an attempt twice: one that is counted already is dropped. */
export async function attempted(
  { data }: RecordedEvent<DeliveryAttempted>,
  rows: Rows,
): Promise<void> {
  const row = await rows.get(deliveries, data.delivery_id)
  if (row === undefined || !isPending(row) || data.attempt <= row.attempts) return
  const ok = data.outcome === 'delivered'
  const now: DeliveryRow = {
    ...row,
    status: ok ? 'delivered' : 'failed',
    attempts: data.attempt,
    last_status: data.http_status,
    last_error: data.error,
    target_url: data.target_url,
    next_at: data.next_at,
    delivered_at: ok ? data.attempted_at : null,
  }
  rows.put(deliveries, now)
  const queue = await rows.get(endpointQueues, row.connection_id)
  if (queue === undefined) return
  rows.put(endpointQueues, ok ? withDelivered(queue) : withFailed(queue, data))
}

/** Nobody will try again: a dead letter. */
export async function givenUp({ data }: RecordedEvent<DeliveryGivenUp>, rows: Rows): Promise<void> {
  const row = await rows.get(deliveries, data.delivery_id)
  if (row === undefined || !isPending(row)) return
  const last_error = row.last_error ?? (data.reason === 'skipped' ? 'paused for too long' : null)
  rows.put(deliveries, {
    ...row,
    status: 'dead',
    next_at: null,
    dead_at: data.given_up_at,
    last_error,
  })
  const queue = await rows.get(endpointQueues, row.connection_id)
  if (queue !== undefined) rows.put(endpointQueues, withOneLess(queue))
}

/** The same event again under a new delivery id, at the end of the webhook's queue. */
export async function redelivery(
  { data }: RecordedEvent<RedeliveryRequested>,
  rows: Rows,
): Promise<void> {
  const original = await rows.get(deliveries, data.original_delivery_id)
  const queue = await rows.get(endpointQueues, data.connection_id)
  const known = await rows.get(deliveries, data.delivery_id)
  if (!original || !queue || known) return
  rows.put(deliveries, { ...again(original, data), ordinal: queue.last_ordinal + 1 })
  rows.put(endpointQueues, withOneMore(queue, data.requested_at))
}

function again(original: DeliveryRow, data: RedeliveryRequested['data']): DeliveryRow {
  return {
    ...original,
    id: data.delivery_id,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    next_at: data.requested_at,
    delivered_at: null,
    dead_at: null,
    created_at: data.requested_at,
    account_pos: 0,
  }
}

function isPending({ status }: DeliveryRow): boolean {
  return status === 'pending' || status === 'failed'
}

function withDelivered(queue: EndpointQueueRow): EndpointQueueRow {
  return { ...withOneLess(queue), failing_since: null }
}

function withOneLess(queue: EndpointQueueRow): EndpointQueueRow {
  const pending = queue.pending - 1
  return { ...queue, pending, due_at: pending === 0 ? null : queue.due_at }
}

function withFailed(
  queue: EndpointQueueRow,
  { next_at, attempted_at }: DeliveryAttempted['data'],
): EndpointQueueRow {
  const due_at =
    queue.due_at === null || (next_at ?? queue.due_at) < queue.due_at ? next_at : queue.due_at
  return { ...queue, due_at, failing_since: queue.failing_since ?? attempted_at }
}
