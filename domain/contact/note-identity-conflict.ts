import { type Decide, refuse } from '../decision.ts'
import { type Contact, conflictKey, type LinkedIdentity, MAX_REMEMBERED } from './contact.ts'
import type { ContactIdentityConflict } from './events.ts'

export type NoteIdentityConflict = LinkedIdentity & { other_contact_id: string; at: string }

/** Records, once, that an identity seen on this person names another contact. */
export const noteIdentityConflict: Decide<
  NoteIdentityConflict,
  Contact,
  ContactIdentityConflict,
  'contact_not_found'
> = ({ at, ...conflict }, state) => {
  if (state === null) return refuse('contact_not_found')
  if (state.conflicts.length >= MAX_REMEMBERED) return []
  if (state.conflicts.includes(conflictKey(conflict))) return []
  const data = { contact_id: state.contact_id, ...conflict, noticed_at: at }
  return [{ type: 'ContactIdentityConflict', data }]
}
