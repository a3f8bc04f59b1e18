import { type Decide, refuse } from '../decision.ts'
import type { Contact, LinkedIdentity } from './contact.ts'
import { createContact } from './create-contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent } from './events.ts'
import { linkIdentity } from './link-identity.ts'
import { noteIdentityConflict } from './note-identity-conflict.ts'

export type RecognisePerson = {
  contact_id: string
  /** Identities used for the person, each with the contact that its claim names. */
  identities: readonly (LinkedIdentity & { claimed_by: string })[]
  at: string
}

/**
 * Creates the contact unless it exists, links the identities that name it and records conflicts for those that name
 * others. Refused when the contact was merged; the detail is the id of the survivor.
 */
export const recognisePerson: Decide<RecognisePerson, Contact, ContactEvent, 'contact_merged'> = (
  { contact_id, identities, at },
  state,
) => {
  if (state !== null && state.merged_into !== null)
    return refuse('contact_merged', state.merged_into)
  const known = eventBuffer(state)
  known.take(createContact({ contact_id, at }, state))
  for (const { claimed_by, ...identity } of identities)
    known.take(
      claimed_by === contact_id
        ? linkIdentity({ ...identity, at }, known.now())
        : noteIdentityConflict({ ...identity, other_contact_id: claimed_by, at }, known.now()),
    )
  return known.facts
}
