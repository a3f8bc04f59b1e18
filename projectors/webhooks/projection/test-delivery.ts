import type { TestDeliveryRequested } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { deliveries, endpointQueues } from './delivery-rows.ts'
import { newDelivery, withOneMore } from './enqueue.ts'

export async function applyTestDelivery(
  fact: RecordedEvent<TestDeliveryRequested>,
  rows: Rows,
): Promise<void> {
  const { delivery_id: id, connection_id, event, event_id, body } = fact.data
  const queue = await rows.get(endpointQueues, connection_id)
  const known = await rows.get(deliveries, id)
  if (queue === undefined || known !== undefined) return
  const event_at = fact.metadata.recorded_at
  const of = { event, conversation_id: null, message_id: null, event_at, is_native: false }
  const delivery = newDelivery(id, fact, queue, of, null)
  rows.put(deliveries, { ...delivery, origin: 'test', listed_in: null, event_id, test_body: body })
  rows.put(endpointQueues, withOneMore(queue))
}
