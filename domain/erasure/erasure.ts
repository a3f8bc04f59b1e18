import type { Aggregate } from '../decision.ts'
import type { ErasureEvent } from './events.ts'

export type Erasure = {
  /** `searching` until everything was found, `listed` until the keys are destroyed. */
  readonly stage: 'searching' | 'listed' | 'done'
}

/** How far the erasure of a person is. Stream: the contact's id. */
export const erasure: Aggregate<Erasure, ErasureEvent> = {
  category: 'erasure',
  initialState: { stage: 'searching' },
  evolve(state, event) {
    switch (event.type) {
      case 'PersonalDataFound':
        return state
      case 'PersonalDataListed':
        return state.stage === 'searching' ? { stage: 'listed' } : state
      case 'PersonErased':
        return { stage: 'done' }
    }
  },
}
