import type { FieldClasses } from '../field-classes.ts'
import type { Native } from '../native-json.ts'

/** The type of a connection: the name of its provider, such as official or freemium. */
export type ConnectionType = string
export type ConnectionStatus = 'connected' | 'connecting' | 'pending' | 'disconnected' | 'error'

/** A WhatsApp number of the account was registered. A freemium connection learns its number at pairing. */
export type ConnectionRegistered = {
  type: 'ConnectionRegistered'
  data: {
    connection_id: string
    account_id: string
    type: ConnectionType
    status: ConnectionStatus
    /** As given, or as the provider shows it; null until it is known. */
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
    /** Names in the addresses `/hooks/whatsapp/{hook}` of its app, the present one first; official only. */
    hooks?: readonly string[]
    /** The gateway that has its session. Absent: the one that `WAHA_URL` names, or a provider without gateways. */
    gateway_id?: string
    registered_at: string
  }
}

/**
 * The number's session is at another gateway from now on, where its phone has to be paired again. A change of its status
 * to `pending` follows.
 */
export type ConnectionMoved = {
  type: 'ConnectionMoved'
  data: {
    connection_id: string
    /** Null: the gateway that `WAHA_URL` names. */
    gateway_id: string | null
    previous_gateway_id: string | null
    /** How often the number has moved, from 1. Reports of its session name this, so that older ones are recognised. */
    placement: number
    moved_at: string
  }
}

/** The session that a moved number left behind at a gateway is logged out and deleted. */
export type FormerSessionEnded = {
  type: 'FormerSessionEnded'
  data: {
    connection_id: string
    /** Null: the gateway that `WAHA_URL` names. */
    gateway_id: string | null
    ended_at: string
  }
}

/** The provider's credentials of the connection were replaced. `secret_refs` names all that are valid from now on. */
export type ConnectionCredentialsReplaced = {
  type: 'ConnectionCredentialsReplaced'
  data: {
    connection_id: string
    /** As at registration; hooks signed with `app_secret_previous` are accepted as well. */
    secret_refs: Record<string, string>
    /** As at registration; present when a new app secret has added an address. Earlier addresses stay valid. */
    hooks?: readonly string[]
    replaced_at: string
  }
}

/** The provider reported the phone number: the gateway which number was paired, Meta how the number is displayed. */
export type ConnectionNumberLearned = {
  type: 'ConnectionNumberLearned'
  data: {
    connection_id: string
    phone_number: string
    phone_number_digits: string
    /** Time of the report, by the provider's clock. Absent if the provider gave none. */
    told_at?: string
    learned_at: string
  }
}

/** The connection's status changed: its number can be used again, or not any longer. */
export type ConnectionStatusChanged = {
  type: 'ConnectionStatusChanged'
  data: {
    connection_id: string
    status: ConnectionStatus
    previous_status: ConnectionStatus
    /**
     * The cause, such as auth_failed, account_update or session.status. After `released` no other change follows. `moved`: its
     * session is at another gateway; `gateway_unreachable`: its gateway does not answer.
     */
    reason: string
    details: Native | null
    changed_at: string
  }
}

/** The provider reported something about the number or its account that changes no status of the connection. */
export type ConnectionNoticed = {
  type: 'ConnectionNoticed'
  data: {
    connection_id: string
    kind: 'quality' | 'name' | 'account' | 'review' | 'capability'
    value: Native
    noticed_at: string
  }
}

/** The provider grants the number another throughput than before, or than its default. */
export type ConnectionThroughputChanged = {
  type: 'ConnectionThroughputChanged'
  data: {
    connection_id: string
    messages_per_second: number
    /** Meta's `throughput.level`, such as HIGH; null where something else decides, such as the app on a phone. */
    level: string | null
    changed_at: string
  }
}

/** The transfer of the number's history from its Business app went on. Chunks arrive in any order; only progress counts. */
export type HistoryProgressed = {
  type: 'HistoryProgressed'
  data: {
    connection_id: string
    /** Meta's phase: 0 for the last day before the number was connected, 1 up to day 90, 2 up to day 180. */
    phase: number
    /** Percent of the whole transfer; 100 when it is complete. */
    progress: number
    progressed_at: string
  }
}

/** The business does not share the history of the number, or it could not be transferred. */
export type HistoryDeclined = {
  type: 'HistoryDeclined'
  data: {
    connection_id: string
    /** Meta's code of the error, 2593109 when the business turned sharing off. */
    code: number | null
    title: string | null
    declined_at: string
  }
}

/** The business profile was changed through Recado. */
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
  | ConnectionThroughputChanged
  | ConnectionMoved
  | FormerSessionEnded
  | HistoryProgressed
  | HistoryDeclined
  | BusinessProfileChanged

export const CONNECTION_FIELDS = {
  ConnectionRegistered: {
    phone_number: 'personal',
    phone_number_digits: 'personal',
    session: 'personal',
    type: 'plain',
    phone_number_id: 'plain',
    waba_id: 'plain',
    secret_refs: 'plain',
    hooks: 'plain',
  },
  ConnectionCredentialsReplaced: { secret_refs: 'plain', hooks: 'plain' },
  ConnectionNumberLearned: { phone_number: 'personal', phone_number_digits: 'personal' },
  ConnectionStatusChanged: { details: 'raw', reason: 'plain' },
  ConnectionNoticed: { value: 'raw' },
  ConnectionThroughputChanged: { level: 'plain' },
  ConnectionMoved: {},
  FormerSessionEnded: {},
  HistoryProgressed: {},
  HistoryDeclined: { title: 'plain' },
  BusinessProfileChanged: { changed: 'personal' },
} satisfies FieldClasses<ConnectionEvent>
