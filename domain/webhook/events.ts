import type { FieldClasses } from '../field-classes.ts'

/** The connection's webhook was configured; this is the whole configuration. Stream: the connection's id. */
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

/** The webhook was deactivated: its deliveries pause, configuration and history stay. */
export type WebhookDeactivated = {
  type: 'WebhookDeactivated'
  data: {
    webhook_id: string
    connection_id: string
    reason: 'requested' | 'gone' | 'failing'
    deactivated_at: string
  }
}

/**
 * Every attempt to deliver to the webhook's endpoint has failed for an hour. Recorded once, until an attempt succeeds or
 * the webhook is configured anew.
 */
export type WebhookFailureNoticed = {
  type: 'WebhookFailureNoticed'
  data: {
    webhook_id: string
    connection_id: string
    /** When the first of these attempts failed. */
    failing_since: string
    noticed_at: string
  }
}

/** The webhook has another secret. The previous one signs beside it until `previous_until`. */
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

export type WebhookEvent =
  | WebhookConfigured
  | WebhookDeactivated
  | WebhookFailureNoticed
  | WebhookSecretRotated

export const WEBHOOK_FIELDS = {
  WebhookConfigured: { url: 'personal', events: 'plain' },
  WebhookDeactivated: {},
  WebhookFailureNoticed: { failing_since: 'plain' },
  WebhookSecretRotated: {},
} satisfies FieldClasses<WebhookEvent>
