import type { Decide } from '../decision.ts'
import type { Erasure } from './erasure.ts'
import type {
  AccountKeysDestroyed,
  PersonalDataArrived,
  PersonalDataFound,
  PersonalDataListed,
  PersonErased,
  UserKeysDestroyed,
} from './events.ts'

/** Notes a portion of what is held on the person; once it has ended, of what came late. */
export const noteFound: Decide<PersonalDataFound['data'], Erasure, PersonalDataFound> = (found) => [
  { type: 'PersonalDataFound', data: found },
]

/** Notes that nothing more is to be found. */
export const noteListed: Decide<PersonalDataListed['data'], Erasure, PersonalDataListed> = (
  listed,
  { stage },
) => (stage === 'searching' ? [{ type: 'PersonalDataListed', data: listed }] : [])

/** Notes an event that came late, once. */
export const noteArrived: Decide<PersonalDataArrived['data'], Erasure, PersonalDataArrived> = (
  came,
  { isLate },
) => (isLate ? [] : [{ type: 'PersonalDataArrived', data: came }])

/** Ends the erasure, once the keys are destroyed; again when those of late events are. */
export const endErasure: Decide<PersonErased['data'], Erasure, PersonErased> = (ended, state) =>
  state.stage === 'listed' || (state.stage === 'done' && (ended.arrivals ?? 0) > state.handled)
    ? [{ type: 'PersonErased', data: ended }]
    : []

/** Ends the erasure of a user. */
export const endUserErasure: Decide<UserKeysDestroyed['data'], Erasure, UserKeysDestroyed> = (
  ended,
  { stage },
) => (stage === 'done' ? [] : [{ type: 'UserKeysDestroyed', data: ended }])

/** Ends the erasure of an account. */
export const endAccountErasure: Decide<
  AccountKeysDestroyed['data'],
  Erasure,
  AccountKeysDestroyed
> = (ended, { stage }) => (stage === 'done' ? [] : [{ type: 'AccountKeysDestroyed', data: ended }])
