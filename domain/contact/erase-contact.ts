import { type Decide, refuse } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactErased } from './events.ts'

export type EraseContact = { at: string }

/** Makes a person nobody, for good. The detail of `contact_merged` is the survivor's id. */
export const eraseContact: Decide<
  EraseContact,
  Contact,
  ContactErased,
  'contact_not_found' | 'contact_merged'
> = (command, state) => {
  if (state === null) return refuse('contact_not_found')
  if (state.erased_at === null && state.merged_into !== null)
    return refuse('contact_merged', state.merged_into)
  return eraseMerged(command, state)
}

/** Makes a contact nobody whose survivor is. */
export const eraseMerged: Decide<EraseContact, Contact, ContactErased> = ({ at }, state) => {
  if (state === null || state.erased_at !== null) return []
  return [{ type: 'ContactErased', data: { contact_id: state.contact_id, erased_at: at } }]
}
