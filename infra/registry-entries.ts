import type { Plan } from '@recado/domain/account/plan'
import type { Scope } from '@recado/domain/api-key/events'
import type { ConnectionStatus, ConnectionType } from '@recado/domain/connection/events'
import type { GatewayStatus } from '@recado/domain/gateway/events'
import type { Role } from '@recado/domain/user/role'

export type AccountEntry = {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  readonly sales_secret_ref: string
}

export type ApiKeyEntry = {
  readonly id: string
  readonly account_id: string
  readonly scopes: readonly Scope[]
  readonly sha256: string
}

export type ConnectionEntry = {
  readonly id: string
  readonly account_id: string
  readonly type: ConnectionType
  readonly status: ConnectionStatus
  readonly phone_number: string | null
  readonly phone_number_digits: string | null
  readonly phone_number_id: string | null
  readonly waba_id: string | null
  readonly session: string | null
  readonly secret_refs: Readonly<Record<string, string>>
  /** Names of the addresses (hooks) at which its app may post, the present one first; official connections only. */
  readonly hooks: readonly string[]
  /** What the provider grants the number; null while it is the provider's default. */
  readonly messages_per_second: number | null
  /** The gateway that has its session; null: the one that WAHA_URL names, or a provider without gateways. */
  readonly gateway_id: string | null
  /** How often its session has moved to another gateway. */
  readonly placement: number
  /** Gateways at which it has left a session that is still to be ended. */
  readonly former_gateways: readonly (string | null)[]
  /** The number was released and may serve another connection: this one sends, receives and asks nothing. */
  readonly released: boolean
}

/** A gateway in use. */
export type GatewayEntry = {
  /** A uuid, or `first` for the gateway that WAHA_URL names. */
  readonly id: string
  /** Null for the first one, whose settings have these. */
  readonly address: string | null
  readonly max_sessions: number | null
  readonly secret_refs: Readonly<Record<string, string>>
  readonly status: GatewayStatus
  /** Why it is silent; null while it answers. */
  readonly reason: string | null
  /** Since when it has its status, ISO 8601; null before the first change. */
  readonly status_since: string | null
}

export type WebhookEntry = {
  readonly id: string
  readonly connection_id: string
  readonly account_id: string
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly secret_ref: string
  /** Replaced secrets that still sign beside the present one until `until` (ISO 8601), newest first. */
  readonly previous_secrets: readonly { readonly secret_ref: string; readonly until: string }[]
}

/** A user of the dashboard who has not been removed. */
export type UserEntry = {
  readonly id: string
  readonly account_id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Reference of the password's hash in the vault; null before the first password. */
  readonly password_ref: string | null
  /** SHA-256 (lower-case hex) of the token of the link that may set a password; null without such a link. */
  readonly setup_sha256: string | null
}
