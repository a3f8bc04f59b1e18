import type { FieldClasses } from '../field-classes.ts'

/** The connection's webhook is exactly this. Stream: the connection. */
export type WebhookConfigured = {
  type: 'WebhookConfigured'
  data: {
    webhook_id: string
    connection_id: string
    account_id: string
    url: string
    /** Empty means every structured event. */
    events: string[]
    active: boolean
    secret_ref: string
    configured_at: string
  }
}

/** Deliveries pause; configuration and history stay. */
export type WebhookDeactivated = {
  type: 'WebhookDeactivated'
  data: {
    webhook_id: string
    connection_id: string
    reason: 'requested' | 'gone' | 'failing'
    deactivated_at: string
  }
}

/** Another secret signs; the earlier one signs beside it until the time given. */
export type WebhookSecretRotated = {
  type: 'WebhookSecretRotated'
  data: {
    webhook_id: string
    connection_id: string
    secret_ref: string
    previous_secret_ref: string
    previous_until: string
    rotated_at: string
  }
}

export type WebhookEvent = WebhookConfigured | WebhookDeactivated | WebhookSecretRotated

/** Which fields of each fact are personal or raw. */
export const WEBHOOK_FIELDS = {
  WebhookConfigured: { url: 'personal', events: 'plain' },
  WebhookDeactivated: {},
  WebhookSecretRotated: {},
} satisfies FieldClasses<WebhookEvent>
