import { isClaimed } from '../contact-identity/kinds.ts'
import { type Decide, isRefusal, refuse } from '../decision.ts'
import type { Contact } from './contact.ts'
import { createContact } from './create-contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent } from './events.ts'
import { moveContact } from './move-contact.ts'
import { renameContact } from './rename-contact.ts'
import { restrictContact } from './restrict-contact.ts'
import { type SetIdentity, setIdentity } from './set-identity.ts'

/** Fields that are undefined stay as they are. */
export type EditContact = {
  contact_id: string
  /** Whether to create a missing contact, because the claim of an identity names it. */
  creates: boolean
  /** null clears it. */
  name?: string | null | undefined
  /** null returns the contact to the derived stage. */
  stage_id?: string | null | undefined
  restricted?: boolean | undefined
  /** At most one of each kind. Those that are set have been claimed for the contact. */
  identities: readonly SetIdentity[]
  at: string
}

/**
 * Applies an API call to a contact, which keeps at least one identity. The detail of `contact_merged` is the survivor's
 * id.
 */
export const editContact: Decide<
  EditContact,
  Contact,
  ContactEvent,
  'contact_not_found' | 'contact_merged' | 'contact_erased' | 'last_identity' | 'name_too_long'
> = ({ contact_id, creates, name, stage_id, restricted, identities, at }, state) => {
  if (state === null && !creates) return refuse('contact_not_found')
  if (state !== null && state.merged_into !== null)
    return refuse('contact_merged', state.merged_into)
  if (state !== null && state.erased_at !== null) return refuse('contact_erased')
  const edit = eventBuffer(state)
  edit.take(createContact({ contact_id, at }, state))
  if (name !== undefined) {
    const renamed = renameContact({ name, source: 'api', at }, edit.now())
    if (isRefusal(renamed)) return renamed
    edit.take(renamed)
  }
  for (const said of identities) {
    const now = edit.now()
    if (now !== null) edit.take(setIdentity(said, now, at))
  }
  const isNamed = edit.now()?.identities.some(isClaimed) ?? false
  if (!isNamed && identities.length > 0) return refuse('last_identity')
  if (stage_id !== undefined) edit.take(moveContact({ stage_id, at }, edit.now()))
  if (restricted !== undefined) edit.take(restrictContact({ restricted, at }, edit.now()))
  return edit.facts
}
