import type { Aggregate } from '../decision.ts'
import type { ErasureEvent } from './events.ts'

export type Erasure = {
  /** `searching` until everything was found, `listed` until the keys are destroyed. */
  readonly stage: 'searching' | 'listed' | 'done'
  /** The late events. */
  readonly arrived: readonly string[]
  /** How many of them are destroyed. */
  readonly handled: number
}

/** How far an erasure is. Stream: the id of the contact, the user of the dashboard or the account. */
export const erasure: Aggregate<Erasure, ErasureEvent> = {
  category: 'erasure',
  initialState: { stage: 'searching', arrived: [], handled: 0 },
  evolve(state, event) {
    switch (event.type) {
      case 'PersonalDataFound':
        return state
      case 'PersonalDataListed':
        return state.stage === 'searching' ? { ...state, stage: 'listed' } : state
      case 'PersonalDataArrived':
        return { ...state, arrived: [...state.arrived, event.data.event_id] }
      case 'PersonErased':
        return { ...state, stage: 'done', handled: event.data.arrivals ?? 0 }
      case 'UserKeysDestroyed':
      case 'AccountKeysDestroyed':
        return { ...state, stage: 'done' }
    }
  },
}

/** Whether something came late and is not destroyed yet. */
export function hasArrivals({ arrived, handled }: Erasure): boolean {
  return arrived.length > handled
}
