import type { FieldClasses } from '../field-classes.ts'

/** A gateway that takes sessions of freemium numbers was registered, beside the one that `WAHA_URL` names. */
export type GatewayRegistered = {
  type: 'GatewayRegistered'
  data: {
    gateway_id: string
    /** Where it answers, such as https://waha-2.internal:3000. */
    address: string
    /** How many sessions it takes; 0: no new ones. */
    max_sessions: number
    /** Vault references of its credentials, by name: api_key. Empty where it asks for none. */
    secret_refs: Record<string, string>
    registered_at: string
  }
}

/** The operator changed a gateway: all its values from now on. Sessions that it has stay, however many it takes. */
export type GatewayChanged = {
  type: 'GatewayChanged'
  data: {
    gateway_id: string
    address: string
    max_sessions: number
    secret_refs: Record<string, string>
    changed_at: string
  }
}

/** A gateway without sessions was removed; nobody asks it any more. */
export type GatewayRemoved = {
  type: 'GatewayRemoved'
  data: { gateway_id: string; removed_at: string }
}

/** A gateway stopped answering, or answers again. */
export type GatewayStatusChanged = {
  type: 'GatewayStatusChanged'
  data: {
    /** Null: the gateway that `WAHA_URL` names. */
    gateway_id: string | null
    status: GatewayStatus
    /** Why it counts as silent: unreachable, no_answer or failing; null when it answers. */
    reason: string | null
    changed_at: string
  }
}

/** Names the gateway that a setting names where an id is needed: its stream, and its row. */
export const FIRST_GATEWAY = 'first'

export type GatewayStatus = 'answering' | 'silent'

export type GatewayEvent =
  | GatewayRegistered
  | GatewayChanged
  | GatewayRemoved
  | GatewayStatusChanged

export const GATEWAY_FIELDS = {
  GatewayRegistered: { address: 'plain', secret_refs: 'plain' },
  GatewayChanged: { address: 'plain', secret_refs: 'plain' },
  GatewayRemoved: {},
  GatewayStatusChanged: { reason: 'plain' },
} satisfies FieldClasses<GatewayEvent>
