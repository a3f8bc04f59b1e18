import { type Decide, refuse } from '../decision.ts'
import type { WebhookDeactivated } from './events.ts'
import type { Webhook } from './webhook.ts'

/** Pauses the deliveries of a connection's webhook. */
export type DeactivateWebhook = {
  connection_id: string
  reason: WebhookDeactivated['data']['reason']
  /** The URL that caused it; a webhook with another URL by now stays active. Null: whatever the URL is. */
  url: string | null
  at: string
}

/** Deactivates a webhook; nothing when it is inactive. */
export const deactivateWebhook: Decide<
  DeactivateWebhook,
  Webhook,
  WebhookDeactivated,
  'webhook_not_configured'
> = ({ connection_id, reason, url, at }, state) => {
  if (state === null) return refuse('webhook_not_configured')
  if (!state.active || (url !== null && url !== state.url)) return []
  return [
    {
      type: 'WebhookDeactivated',
      data: { webhook_id: state.webhook_id, connection_id, reason, deactivated_at: at },
    },
  ]
}
