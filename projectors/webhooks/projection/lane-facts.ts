import type { WebhookConfigured, WebhookDeactivated } from '@recado/domain/webhook/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { shardOf } from '../dispatcher/shard.ts'
import { deliveryLanes, type LaneRow } from './delivery-rows.ts'

/** What is owed follows this configuration from here on; what was owed before stays owed. */
export async function configured(
  { data }: RecordedEvent<WebhookConfigured>,
  rows: Rows,
): Promise<void> {
  const known = await rows.get(deliveryLanes, data.connection_id)
  const lane = known ?? newLane(data)
  const { url, events, active } = data
  const resumed = active && !lane.active
  rows.put(deliveryLanes, {
    ...lane,
    url,
    events,
    active,
    resumed_at: resumed ? data.configured_at : lane.resumed_at,
    due_at: resumed && lane.unsettled > 0 ? data.configured_at : lane.due_at,
    failing_since: resumed || url !== lane.url ? null : lane.failing_since,
  })
}

/** Deliveries wait from here on. */
export async function deactivated(
  { data }: RecordedEvent<WebhookDeactivated>,
  rows: Rows,
): Promise<void> {
  const lane = await rows.get(deliveryLanes, data.connection_id)
  if (lane !== undefined) rows.put(deliveryLanes, { ...lane, active: false })
}

function newLane(data: WebhookConfigured['data']): LaneRow {
  return {
    id: data.connection_id,
    account_id: data.account_id,
    webhook_id: data.webhook_id,
    shard: shardOf(data.connection_id),
    url: data.url,
    events: data.events,
    active: data.active,
    last_ordinal: 0,
    unsettled: 0,
    due_at: null,
    resumed_at: null,
    failing_since: null,
  }
}
