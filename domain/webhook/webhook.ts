import type { Aggregate } from '../decision.ts'
import type { WebhookEvent, WebhookSecretRotated } from './events.ts'
import { afterRotation, type PreviousSecret } from './previous-secrets.ts'

export type Webhook = {
  readonly webhook_id: string
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly secret_ref: string
  /** Since when the failure had lasted that was noticed last; null when none was. */
  readonly noticed_failing_since: string | null
  /** The newest first. */
  readonly previous_secrets: readonly PreviousSecret[]
} | null

/** One webhook per connection. Stream: `webhook-<connection>`. */
export const webhook: Aggregate<Webhook, WebhookEvent> = {
  category: 'webhook',
  initialState: null,
  evolve(state, event) {
    switch (event.type) {
      case 'WebhookConfigured': {
        const { webhook_id, url, events, active, secret_ref } = event.data
        const { previous_secrets = [], noticed_failing_since = null } = state ?? {}
        const kept = { previous_secrets, noticed_failing_since }
        return { webhook_id, url, events, active, secret_ref, ...kept }
      }
      case 'WebhookDeactivated':
        return state && { ...state, active: false }
      case 'WebhookFailureNoticed':
        return state && { ...state, noticed_failing_since: event.data.failing_since }
      case 'WebhookSecretRotated':
        return state && rotateSecret(state, event.data)
    }
  },
}

function rotateSecret(
  state: NonNullable<Webhook>,
  data: WebhookSecretRotated['data'],
): NonNullable<Webhook> {
  const previous_secrets = afterRotation(state.previous_secrets, data)
  return { ...state, secret_ref: data.secret_ref, previous_secrets }
}
