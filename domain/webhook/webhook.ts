import type { Aggregate } from '../decision.ts'
import type { WebhookEvent } from './events.ts'

/** A connection's webhook as decisions need it; null until it was configured once. */
export type Webhook = {
  readonly webhook_id: string
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly secret_ref: string
} | null

/** One webhook per connection. Stream: `webhook-<connection>`. */
export const webhook: Aggregate<Webhook, WebhookEvent> = {
  category: 'webhook',
  initialState: null,
  evolve(state, event) {
    switch (event.type) {
      case 'WebhookConfigured': {
        const { webhook_id, url, events, active, secret_ref } = event.data
        return { webhook_id, url, events, active, secret_ref }
      }
      case 'WebhookDeactivated':
        return state && { ...state, active: false }
      case 'WebhookSecretRotated':
        return state && { ...state, secret_ref: event.data.secret_ref }
    }
  },
}
