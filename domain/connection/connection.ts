import type { Aggregate } from '../decision.ts'
import type { ConnectionEvent, ConnectionStatus, ConnectionType } from './events.ts'

/** The reason of the last change of status: the number is given up, and what is told of it later is not ours. */
export const RELEASED = 'released'

/** What is known of the number; null while it is not registered. */
export type Connection = {
  readonly account_id: string
  readonly type: ConnectionType
  readonly status: ConnectionStatus
  readonly is_released: boolean
  /** Its number was paired, not registered: it is told without a formatting of its own. */
  readonly is_paired: boolean
  readonly phone_number: string | null
  readonly phone_number_digits: string | null
  /** Vault references of the provider's credentials, by name. */
  readonly secret_refs: Readonly<Record<string, string>>
  /** Ends of the addresses at which its app may post, the present one first. */
  readonly hooks: readonly string[]
} | null

/** A WhatsApp number of an account. Stream: the connection's id. */
export const connection: Aggregate<Connection, ConnectionEvent> = {
  category: 'connection',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'ConnectionRegistered') {
      const { account_id, type, status, session, secret_refs, hooks = [] } = event.data
      const { phone_number, phone_number_digits } = event.data
      const number = { is_paired: session !== null, phone_number, phone_number_digits }
      return { account_id, type, status, is_released: false, ...number, secret_refs, hooks }
    }
    return state === null ? null : { ...state, ...changes(event) }
  },
}

function changes(
  event: Exclude<ConnectionEvent, { type: 'ConnectionRegistered' }>,
): Partial<NonNullable<Connection>> {
  switch (event.type) {
    case 'ConnectionStatusChanged':
      return { status: event.data.status, is_released: event.data.reason === RELEASED }
    case 'ConnectionNumberLearned': {
      const { phone_number, phone_number_digits } = event.data
      return { phone_number, phone_number_digits }
    }
    case 'ConnectionCredentialsReplaced': {
      const { secret_refs, hooks } = event.data
      return { secret_refs, ...(hooks && { hooks }) }
    }
    case 'ConnectionNoticed':
    case 'BusinessProfileChanged':
      return {}
  }
}
