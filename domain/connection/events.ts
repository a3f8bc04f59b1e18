import type { FieldClasses } from '../field-classes.ts'

/** The name of its provider, as the table of providers has it, such as official or freemium. */
export type ConnectionType = string
export type ConnectionStatus = 'connected' | 'connecting' | 'pending' | 'disconnected' | 'error'

/** The account has a WhatsApp number here. A freemium connection learns its number at pairing. */
export type ConnectionRegistered = {
  type: 'ConnectionRegistered'
  data: {
    connection_id: string
    account_id: string
    type: ConnectionType
    status: ConnectionStatus
    /** As given or as the provider shows it; null until learned. */
    phone_number: string | null
    phone_number_digits: string | null
    /** Meta's id of the number; official only. */
    phone_number_id: string | null
    /** WhatsApp Business Account; official only. */
    waba_id: string | null
    /** Session name at the gateway; freemium only. */
    session: string | null
    /** Vault references of the provider's credentials, by name: token, app_secret, hmac_key. */
    secret_refs: Record<string, string>
    /** Ends of the addresses at which its app may post, the present one first; official only. */
    hooks?: readonly string[]
    registered_at: string
  }
}

/** The provider's credentials were replaced. Those named are all of them from now on. */
export type ConnectionCredentialsReplaced = {
  type: 'ConnectionCredentialsReplaced'
  data: {
    connection_id: string
    /** As at registration; `app_secret_previous` is believed beside the present one. */
    secret_refs: Record<string, string>
    /** As at registration, where a new app secret has added one; those of before stay. */
    hooks?: readonly string[]
    replaced_at: string
  }
}

/** The provider told the number: the gateway which one was paired, Meta how it is shown. */
export type ConnectionNumberLearned = {
  type: 'ConnectionNumberLearned'
  data: {
    connection_id: string
    phone_number: string
    phone_number_digits: string
    learned_at: string
  }
}

/** The number can or cannot be used any longer. */
export type ConnectionStatusChanged = {
  type: 'ConnectionStatusChanged'
  data: {
    connection_id: string
    status: ConnectionStatus
    previous_status: ConnectionStatus
    /** Where the news came from, such as auth_failed, account_update, session.status; `released` is the last. */
    reason: string
    details: object | null
    changed_at: string
  }
}

/** The provider told something about the number that changes no status of ours. */
export type ConnectionNoticed = {
  type: 'ConnectionNoticed'
  data: {
    connection_id: string
    kind: 'quality' | 'name' | 'account' | 'review' | 'capability'
    value: object
    noticed_at: string
  }
}

/** The business profile was changed through us. */
export type BusinessProfileChanged = {
  type: 'BusinessProfileChanged'
  data: { connection_id: string; changed: object; changed_at: string }
}

export type ConnectionEvent =
  | ConnectionRegistered
  | ConnectionNumberLearned
  | ConnectionCredentialsReplaced
  | ConnectionStatusChanged
  | ConnectionNoticed
  | BusinessProfileChanged

/** Which fields of each fact are personal or raw. */
export const CONNECTION_FIELDS = {
  ConnectionRegistered: {
    phone_number: 'personal',
    phone_number_digits: 'personal',
    session: 'personal',
    type: 'plain',
    phone_number_id: 'plain',
    waba_id: 'plain',
    hooks: 'plain',
  },
  ConnectionCredentialsReplaced: { hooks: 'plain' },
  ConnectionNumberLearned: { phone_number: 'personal', phone_number_digits: 'personal' },
  ConnectionStatusChanged: { details: 'raw', reason: 'plain' },
  ConnectionNoticed: { value: 'raw' },
  BusinessProfileChanged: { changed: 'personal' },
} satisfies FieldClasses<ConnectionEvent>
