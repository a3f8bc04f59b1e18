import type { Decide } from '../decision.ts'
import type { Erasure } from './erasure.ts'
import type { PersonalDataFound, PersonalDataListed, PersonErased } from './events.ts'

/** Notes a portion of what is held on the person. */
export const noteFound: Decide<PersonalDataFound['data'], Erasure, PersonalDataFound> = (
  found,
  { stage },
) => (stage === 'searching' ? [{ type: 'PersonalDataFound', data: found }] : [])

/** Notes that nothing more is to be found. */
export const noteListed: Decide<PersonalDataListed['data'], Erasure, PersonalDataListed> = (
  listed,
  { stage },
) => (stage === 'searching' ? [{ type: 'PersonalDataListed', data: listed }] : [])

/** Ends the erasure, once the keys are destroyed. */
export const endErasure: Decide<PersonErased['data'], Erasure, PersonErased> = (
  ended,
  { stage },
) => (stage === 'listed' ? [{ type: 'PersonErased', data: ended }] : [])
