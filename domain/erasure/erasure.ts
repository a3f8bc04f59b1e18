import type { Aggregate } from '../decision.ts'
import type { ErasureEvent } from './events.ts'

export type Erasure = {
  /** `searching` until everything was found, `listed` until the keys are destroyed. */
  readonly stage: 'searching' | 'listed' | 'done'
  /** How many late events are destroyed. */
  readonly handled: number
  /** Whether this is the stream of something that came late. */
  readonly isLate: boolean
}

/**
 * How far an erasure is. Stream: the id of the contact, the user of the dashboard or the account. What comes late has a
 * stream of its own, of which there may be tens of thousands for one person.
 */
export const erasure: Aggregate<Erasure, ErasureEvent> = {
  category: 'erasure',
  initialState: { stage: 'searching', handled: 0, isLate: false },
  evolve(state, event) {
    switch (event.type) {
      case 'PersonalDataFound':
        return state
      case 'PersonalDataListed':
        return state.stage === 'searching' ? { ...state, stage: 'listed' } : state
      case 'PersonalDataArrived':
        return { ...state, isLate: true }
      case 'PersonErased':
        return { ...state, stage: 'done', handled: event.data.arrivals ?? 0 }
      case 'UserKeysDestroyed':
      case 'AccountKeysDestroyed':
        return { ...state, stage: 'done' }
    }
  },
}
