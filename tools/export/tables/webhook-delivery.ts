import type {
  WEBHOOK_DELIVERY_FIELDS,
  WebhookDeliveryEvent,
} from '@recado/domain/webhook-delivery/events'
import type { ColumnsOf } from '../columns.ts'

export const webhookDelivery: ColumnsOf<WebhookDeliveryEvent, typeof WEBHOOK_DELIVERY_FIELDS> = {
  delivery_id: 'text',
  original_delivery_id: 'text',
  webhook_id: 'text',
  connection_id: 'text',
  data_event_id: 'text',
  sequence: 'integer',
  attempt: 'integer',
  outcome: 'text',
  reason: 'text',
  http_status: 'integer',
  error: 'text',
  failure: 'text',
  took_ms: 'integer',
  target_url: 'text',
  next_at: 'timestamp',
  attempted_at: 'timestamp',
  given_up_at: 'timestamp',
  requested_at: 'timestamp',
  event: 'text',
  recovery_id: 'text',
  recovered_at: 'timestamp',
}
