import { type Decide, refuse } from '../decision.ts'
import { DAY_MS } from '../durations.ts'
import type { WebhookConfigured, WebhookSecretRotated } from './events.ts'
import { MAX_PREVIOUS_SECRETS, stillSigning } from './previous-secrets.ts'
import type { Webhook } from './webhook.ts'

/** How long, in ms, a replaced secret signs beside the new one, so that receivers lose no delivery. */
const ROTATION_MS = DAY_MS

export type ConfigureWebhook = {
  /** Used when the connection has no webhook yet. */
  webhook_id: string
  connection_id: string
  account_id: string
  url: string
  events: readonly string[]
  active: boolean
  /** Vault reference of the caller's new secret; null keeps the current one. */
  secret_ref: string | null
  /** Vault reference of the secret that the caller's was compared with; null when there was none. */
  compared_with: string | null
  /** Vault reference of a secret generated for a webhook that has none; null when one is known to exist. */
  drawn_secret_ref: string | null
  at: string
}

/**
 * Replaces the configuration; nothing when it is the same. A new secret also gives a rotation. Refused when the
 * caller's secret was compared with one that was replaced meanwhile: it may be the current secret, and treating it as
 * new would end the signatures of the previous one.
 */
export const configureWebhook: Decide<
  ConfigureWebhook,
  Webhook,
  WebhookConfigured | WebhookSecretRotated,
  'secret_missing' | 'secret_replaced' | 'rotated_too_often'
> = (command, state) => {
  const secret_ref = command.secret_ref ?? state?.secret_ref ?? command.drawn_secret_ref
  if (secret_ref === null) return refuse('secret_missing')
  if (state !== null && state.secret_ref === secret_ref && isSame(command, state)) return []
  const configured = configuredFact(command, state?.webhook_id ?? command.webhook_id, secret_ref)
  if (state === null || state.secret_ref === secret_ref) return [configured]
  if (state.secret_ref !== command.compared_with) return refuse('secret_replaced')
  if (!mayRotate(state, command.at)) return refuse('rotated_too_often')
  // The rotation comes first, so that no reader of the facts ever signs without the previous secret.
  return [rotatedFact(configured, state.secret_ref, command.at), configured]
}

/** Whether the secret may be replaced again: each previous one is to sign for its whole day. */
export function mayRotate({ previous_secrets }: NonNullable<Webhook>, at: string): boolean {
  return stillSigning(previous_secrets, at).length < MAX_PREVIOUS_SECRETS
}

function isSame(command: ConfigureWebhook, state: NonNullable<Webhook>): boolean {
  return (
    command.url === state.url &&
    command.active === state.active &&
    command.events.length === state.events.length &&
    command.events.every((event, i) => event === state.events[i])
  )
}

function configuredFact(
  { connection_id, account_id, url, events, active, at }: ConfigureWebhook,
  webhook_id: string,
  secret_ref: string,
): WebhookConfigured {
  return {
    type: 'WebhookConfigured',
    data: {
      webhook_id,
      connection_id,
      account_id,
      url,
      events: [...events],
      active,
      secret_ref,
      configured_at: at,
    },
  }
}

function rotatedFact(
  { data: { webhook_id, connection_id, secret_ref } }: WebhookConfigured,
  previous_secret_ref: string,
  at: string,
): WebhookSecretRotated {
  const previous_until = new Date(Date.parse(at) + ROTATION_MS).toISOString()
  return {
    type: 'WebhookSecretRotated',
    data: {
      webhook_id,
      connection_id,
      secret_ref,
      previous_secret_ref,
      previous_until,
      rotated_at: at,
    },
  }
}
