import { type Decide, refuse } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactRestrictionChanged } from './events.ts'

export type RestrictContact = { restricted: boolean; at: string }

/** Restricts the processing of a person's data, as GDPR art. 18 and LGPD art. 18, IV ask for, or lifts that. */
export const restrictContact: Decide<
  RestrictContact,
  Contact,
  ContactRestrictionChanged,
  'contact_not_found'
> = ({ restricted, at }, state) => {
  if (state === null) return refuse('contact_not_found')
  if (state.restricted === restricted) return []
  const data = { contact_id: state.contact_id, restricted, changed_at: at }
  return [{ type: 'ContactRestrictionChanged', data }]
}
