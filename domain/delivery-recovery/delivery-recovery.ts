import type { Aggregate } from '../decision.ts'
import type { DeliveryRecoveryEvent } from './events.ts'

export type DeliveryRecovery = {
  readonly connection_id: string
  readonly since: string
  /** Log id of the last event looked at; -1 at first. */
  readonly through: number
  readonly found: number
  readonly completed: boolean
} | null

/** One recovery of the deliveries of a webhook. Stream: `deliveryRecovery-<recovery>`. */
export const deliveryRecovery: Aggregate<DeliveryRecovery, DeliveryRecoveryEvent> = {
  category: 'deliveryRecovery',
  initialState: null,
  evolve(state, event) {
    switch (event.type) {
      case 'RecoveryRequested': {
        const { connection_id, since } = event.data
        return { connection_id, since, through: -1, found: 0, completed: false }
      }
      case 'RecoveryAdvanced': {
        const { through, found } = event.data
        return state && { ...state, through, found: state.found + found }
      }
      case 'RecoveryCompleted':
        return state && { ...state, completed: true }
    }
  },
}
