import type { Plan } from '@recado/domain/account/events'
import type { Scope } from '@recado/domain/api-key/events'
import type { ConnectionStatus, ConnectionType } from '@recado/domain/connection/events'
import type { Role } from '@recado/domain/user/events'

/** An account, as every process holds it in memory. */
export type AccountEntry = {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  readonly sales_secret_ref: string
}

/** A key that works. Revoked keys are not kept. */
export type ApiKeyEntry = {
  readonly id: string
  readonly account_id: string
  readonly scopes: readonly Scope[]
  readonly sha256: string
}

/** A connection, whatever its status. */
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
  /** Ends of the addresses at which its app may post, the present one first; official only. */
  readonly hooks: readonly string[]
  /** Its number may serve another connection: nothing is sent, received or asked through this one. */
  readonly released: boolean
}

/** A connection's webhook configuration. */
export type WebhookEntry = {
  readonly id: string
  readonly connection_id: string
  readonly account_id: string
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly secret_ref: string
  /** Those that it has replaced, and until when each signs beside it, ISO 8601; the newest first. */
  readonly previous_secrets: readonly { readonly secret_ref: string; readonly until: string }[]
}

/** A user of the dashboard who has not been removed. */
export type UserEntry = {
  readonly id: string
  readonly account_id: string
  /** In lower case. */
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Where the vault keeps the hash of the password; null before the first. */
  readonly password_ref: string | null
  /** Of the token of the link that may set a password, lower-case hex; null when there is none. */
  readonly setup_sha256: string | null
}
