import type { Aggregate } from '../decision.ts'
import type {
  ConnectionEvent,
  ConnectionMoved,
  ConnectionStatus,
  ConnectionType,
} from './events.ts'

/** Reason of a connection's last status change: the number was given up, and later reports are ignored. */
export const RELEASED = 'released'

export type Connection = {
  readonly account_id: string
  readonly type: ConnectionType
  readonly status: ConnectionStatus
  readonly is_released: boolean
  /** Whether the number was learned by pairing. Such a number has no formatting of its own. */
  readonly is_paired: boolean
  readonly phone_number: string | null
  readonly phone_number_digits: string | null
  /** Vault references of the provider's credentials, by name. */
  readonly secret_refs: Readonly<Record<string, string>>
  /** The names in the addresses at which its app may post (`/hooks/whatsapp/{hook}`), the present one first. */
  readonly hooks: readonly string[]
  /** What the provider grants the number; null while it is the provider's default. */
  readonly messages_per_second: number | null
  /** The gateway of its session; null: the one that a setting names, or none. */
  readonly gateway_id: string | null
  /** How often its session has moved to another gateway. */
  readonly placement: number
  /** Gateways at which it has left a session that is still to be ended. */
  readonly former_gateways: readonly (string | null)[]
  readonly history: History
} | null

/** How far the number's history is transferred: the furthest that any chunk said. */
export type History = {
  /** -1 before the first chunk. */
  readonly phase: number
  readonly progress: number
  readonly is_declined: boolean
}

/** A WhatsApp number of an account. Stream: the connection's id. */
export const connection: Aggregate<Connection, ConnectionEvent> = {
  category: 'connection',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'ConnectionRegistered') {
      const { account_id, type, status, session, secret_refs, hooks = [] } = event.data
      const { phone_number, phone_number_digits } = event.data
      const number = { is_paired: session !== null, phone_number, phone_number_digits }
      const granted = { is_released: false, messages_per_second: null }
      const place = { gateway_id: event.data.gateway_id ?? null, placement: 0, former_gateways: [] }
      const history = { phase: -1, progress: -1, is_declined: false }
      return {
        account_id,
        type,
        status,
        ...granted,
        ...number,
        secret_refs,
        hooks,
        ...place,
        history,
      }
    }
    return state === null ? null : { ...state, ...changes(event, state) }
  },
}

function changes(
  event: Exclude<ConnectionEvent, { type: 'ConnectionRegistered' }>,
  { former_gateways, history }: NonNullable<Connection>,
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
    case 'ConnectionThroughputChanged':
      return { messages_per_second: event.data.messages_per_second }
    case 'ConnectionMoved': {
      const { gateway_id, placement } = event.data
      return {
        gateway_id,
        placement,
        former_gateways: formerAfterMove(former_gateways, event.data),
      }
    }
    case 'FormerSessionEnded':
      return { former_gateways: without(former_gateways, event.data.gateway_id) }
    case 'HistoryProgressed': {
      const { phase, progress } = event.data
      return { history: { phase, progress, is_declined: false } }
    }
    case 'HistoryDeclined':
      return { history: { ...history, is_declined: true } }
    case 'ConnectionNoticed':
    case 'BusinessProfileChanged':
      return {}
  }
}

type Gateways = readonly (string | null)[]

/** The gateways with a session to end, after a move: the one left, and no more the one that has the number again. */
export function formerAfterMove(
  former: Gateways,
  { gateway_id, previous_gateway_id }: ConnectionMoved['data'],
): Gateways {
  return [...without(without(former, previous_gateway_id), gateway_id), previous_gateway_id]
}

export function without(gateways: Gateways, gone: string | null): Gateways {
  return gateways.filter((one) => one !== gone)
}

/** Whether a report comes from the number's present session. @param placement undefined: no session reported */
export function isOfPresentSession(
  { placement: present }: NonNullable<Connection>,
  placement: number | undefined,
): boolean {
  return placement === undefined || placement === present
}
