import type { Aggregate } from '../decision.ts'
import type { GatewayEvent, GatewayRegistered, GatewayStatus } from './events.ts'

export type Gateway = {
  /** Null: never registered, or removed. That of the first gateway always is. */
  readonly registered: Pick<
    GatewayRegistered['data'],
    'address' | 'max_sessions' | 'secret_refs'
  > | null
  readonly is_removed: boolean
  readonly status: GatewayStatus
}

/** A server that takes sessions of numbers. Stream: the gateway's id, or `first`. */
export const gateway: Aggregate<Gateway, GatewayEvent> = {
  category: 'gateway',
  initialState: { registered: null, is_removed: false, status: 'answering' },
  evolve(state, { type, data }) {
    switch (type) {
      case 'GatewayRegistered':
      case 'GatewayChanged': {
        const { address, max_sessions, secret_refs } = data
        return { ...state, registered: { address, max_sessions, secret_refs } }
      }
      case 'GatewayRemoved':
        return { ...state, registered: null, is_removed: true }
      case 'GatewayStatusChanged':
        return { ...state, status: data.status }
    }
  },
}
