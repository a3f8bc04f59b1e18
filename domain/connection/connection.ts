import type { Aggregate } from '../decision.ts'
import type { ConnectionEvent, ConnectionStatus, ConnectionType } from './events.ts'

/** What is known of the number; null while it is not registered. */
export type Connection = {
  readonly account_id: string
  readonly type: ConnectionType
  readonly status: ConnectionStatus
  readonly phone_number: string | null
  readonly phone_number_digits: string | null
  /** Vault references of the provider's credentials, by name. */
  readonly secret_refs: Readonly<Record<string, string>>
} | null

/** A WhatsApp number of an account. Stream: the connection's id. */
export const connection: Aggregate<Connection, ConnectionEvent> = {
  category: 'connection',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'ConnectionRegistered') {
      const { account_id, type, status, secret_refs } = event.data
      const { phone_number, phone_number_digits } = event.data
      return { account_id, type, status, phone_number, phone_number_digits, secret_refs }
    }
    return state === null ? null : { ...state, ...changes(event) }
  },
}

function changes(
  event: Exclude<ConnectionEvent, { type: 'ConnectionRegistered' }>,
): Partial<NonNullable<Connection>> {
  switch (event.type) {
    case 'ConnectionStatusChanged':
      return { status: event.data.status }
    case 'ConnectionNumberLearned': {
      const { phone_number, phone_number_digits } = event.data
      return { phone_number, phone_number_digits }
    }
    case 'ConnectionCredentialsReplaced':
      return { secret_refs: event.data.secret_refs }
    case 'ConnectionNoticed':
    case 'BusinessProfileChanged':
      return {}
  }
}
