import type { WebhookConfigured, WebhookDeactivated } from '@recado/domain/webhook/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { rowChanger } from '../../engine/row-changer.ts'
import { shardOf } from '../dispatcher/shard.ts'
import { type EndpointQueueRow, endpointQueues } from './delivery-rows.ts'

const change = rowChanger(endpointQueues)

/** A new configuration applies to later facts; deliveries already enqueued stay. */
export async function applyConfiguration(
  { data }: RecordedEvent<WebhookConfigured>,
  rows: Rows,
): Promise<void> {
  const known = await rows.get(endpointQueues, data.connection_id)
  const queue = known ?? newQueueRow(data)
  const { url, events, active } = data
  const resumed = active && !queue.active
  rows.put(endpointQueues, {
    ...queue,
    url,
    events,
    active,
    resumed_at: resumed ? data.configured_at : queue.resumed_at,
    failing_since: resumed || url !== queue.url ? null : queue.failing_since,
  })
}

export async function applyDeactivation(
  { data }: RecordedEvent<WebhookDeactivated>,
  rows: Rows,
): Promise<void> {
  await change(rows, data.connection_id, { active: false })
}

function newQueueRow(data: WebhookConfigured['data']): EndpointQueueRow {
  return {
    id: data.connection_id,
    account_id: data.account_id,
    webhook_id: data.webhook_id,
    shard: shardOf(data.connection_id),
    url: data.url,
    events: data.events,
    active: data.active,
    last_ordinal: 0,
    pending: 0,
    resumed_at: null,
    failing_since: null,
  }
}
