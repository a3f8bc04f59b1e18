import type { WEBHOOK_FIELDS, WebhookEvent } from '@recado/domain/webhook/events'
import type { ColumnsOf } from '../columns.ts'

export const webhook: ColumnsOf<WebhookEvent, typeof WEBHOOK_FIELDS> = {
  webhook_id: 'text',
  connection_id: 'text',
  data_account_id: 'text',
  url: 'text',
  events: 'json',
  active: 'boolean',
  reason: 'text',
  secret_ref: 'text',
  previous_secret_ref: 'text',
  configured_at: 'timestamp',
  deactivated_at: 'timestamp',
  rotated_at: 'timestamp',
  previous_until: 'timestamp',
}
