import type {
  WebhookConfigured,
  WebhookDeactivated,
  WebhookFailureNoticed,
} from '@recado/domain/webhook/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { rowChanger } from '../../engine/row-changer.ts'
import { shardOf } from '../dispatcher/shard.ts'
import { type EndpointQueueRow, endpointQueues, NOT_FAILING } from './delivery-rows.ts'
import { failingOutbound } from './outbound-payload.ts'
import { storeOutboundEvent } from './store-outbound-event.ts'

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
    ...(resumed || url !== queue.url ? NOT_FAILING : {}),
    switched_off: active ? null : queue.switched_off,
  })
}

export async function applyDeactivation(
  event: RecordedEvent<WebhookDeactivated>,
  rows: Rows,
): Promise<void> {
  const { data } = event
  const switched_off = data.reason === 'requested' ? null : data.reason
  await change(rows, data.connection_id, { active: false, switched_off })
  if (switched_off !== null) await tellOthers(event, rows)
}

export async function applyFailureNotice(
  event: RecordedEvent<WebhookFailureNoticed>,
  rows: Rows,
): Promise<void> {
  await change(rows, event.data.connection_id, { failing_noticed: true })
  await tellOthers(event, rows)
}

async function tellOthers(
  event: RecordedEvent<WebhookFailureNoticed | WebhookDeactivated>,
  rows: Rows,
): Promise<void> {
  const queue = await rows.get(endpointQueues, event.data.connection_id)
  if (queue !== undefined) await storeOutboundEvent(event, failingOutbound(event, queue), rows)
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
    ...NOT_FAILING,
    switched_off: null,
  }
}
