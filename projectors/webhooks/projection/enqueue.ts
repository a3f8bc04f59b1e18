import { deliveryId, type Ids, webhookId } from '@recado/application/ids'
import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Need, Promised, Rows } from '../../engine/projection.ts'
import { totalOf } from '../../read-models/keep-list.ts'
import {
  type DeliveryRow,
  deliveries,
  deliverySequences,
  type EndpointQueueRow,
  endpointQueues,
} from './delivery-rows.ts'
import type { OutboundEventRow } from './outbound-rows.ts'

type Named = Pick<
  OutboundEventRow,
  'event' | 'conversation_id' | 'message_id' | 'event_at' | 'is_native'
>

/** Enqueues a delivery: assigns its ordinal and sequence. Idempotent per fact. A quiet fact is not delivered. */
export async function enqueue(
  fact: RecordedEvent,
  queue: EndpointQueueRow,
  outbound: Named,
  rows: Rows,
): Promise<void> {
  if (fact.metadata.quiet) return
  const id = deliveryId({ event_id: fact.id, webhook_id: queue.webhook_id })
  if ((await rows.get(deliveries, id)) !== undefined) return
  const sequence = await nextSequence(queue, outbound.conversation_id, rows)
  rows.put(deliveries, newDelivery(id, fact, queue, outbound, sequence))
  rows.put(endpointQueues, withOneMore(queue))
}

export function withOneMore(queue: EndpointQueueRow): EndpointQueueRow {
  return { ...queue, last_ordinal: queue.last_ordinal + 1, pending: queue.pending + 1 }
}

export async function nextSequence(
  queue: EndpointQueueRow,
  conversation_id: string | null,
  rows: Rows,
): Promise<number | null> {
  if (conversation_id === null) return null
  const id = sequenceId({ webhook_id: queue.webhook_id, conversation_id })
  const sequence = ((await rows.get(deliverySequences, id))?.last ?? 0) + 1
  rows.put(deliverySequences, { id, last: sequence })
  return sequence
}

export function newDelivery(
  id: string,
  fact: RecordedEvent,
  queue: EndpointQueueRow,
  { event, conversation_id, message_id, event_at, is_native }: Named,
  sequence: number | null,
): DeliveryRow {
  return {
    id,
    account_id: queue.account_id,
    listed_in: queue.account_id,
    connection_id: queue.id,
    webhook_id: queue.webhook_id,
    origin: 'event',
    event,
    event_id: fact.id,
    again_of: null,
    recovery_id: null,
    is_repeated: false,
    conversation_id,
    message_id,
    sequence,
    ordinal: queue.last_ordinal + 1,
    position: Number(fact.position),
    correlation_id: fact.metadata.$correlationId,
    traceparent: fact.metadata.traceparent ?? null,
    event_at,
    is_native,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    target_url: queue.url,
    next_at: fact.metadata.recorded_at,
    delivered_at: null,
    dead_at: null,
    created_at: fact.metadata.recorded_at,
    account_pos: 0,
    test_body: null,
  }
}

function sequenceId({
  webhook_id,
  conversation_id,
}: Ids<'webhook_id' | 'conversation_id'>): string {
  return `${webhook_id}:${conversation_id}`
}

/** `conversation_id`: null of an event that belongs to no conversation. */
export type Place = { readonly connection_id: string; readonly conversation_id: string | null }

export function needsOfDelivery(
  { id, metadata }: RecordedEvent,
  { connection_id, conversation_id }: Place,
): readonly Need[] {
  const webhook_id = webhookId(connection_id)
  const delivery = deliveryId({ event_id: id, webhook_id })
  const needs: (readonly [{ name: string }, string, Promised?])[] = [
    [endpointQueues, connection_id],
    // Only facts that were never told reach `enqueue`, so the row is new.
    [deliveries, delivery, 'new'],
    totalOf(deliveriesOfAccount, metadata.account_id),
  ]
  if (conversation_id !== null)
    needs.push([deliverySequences, sequenceId({ webhook_id, conversation_id })])
  return needs as readonly Need[]
}
