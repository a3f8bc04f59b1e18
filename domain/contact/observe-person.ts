import { type Decide, refuse } from '../decision.ts'
import { linksElsewhere } from './another-person.ts'
import type { Contact, LinkedIdentity } from './contact.ts'
import { createContact } from './create-contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent } from './events.ts'
import { linkIdentity } from './link-identity.ts'
import { noteIdentityConflict } from './note-identity-conflict.ts'
import { type RecordSession, recordSession } from './record-session.ts'
import { renameContact } from './rename-contact.ts'
import { unlinkIdentity } from './unlink-identity.ts'

export type ObservePerson = {
  contact_id: string
  /** The profile name; null when the provider sent none. */
  profile_name: string | null
  /** Identities whose claims name this contact. */
  links: readonly LinkedIdentity[]
  /** Identities seen on this person whose claims name other contacts. */
  conflicts: readonly (LinkedIdentity & { other_contact_id: string })[]
  unlinks: readonly Pick<LinkedIdentity, 'kind' | 'match_key'>[]
  session: RecordSession | null
  /** Whether the name is that of the business's address book. */
  listed?: boolean | undefined
  /** Whether the person gave the identities because the business asked. */
  given?: boolean | undefined
  /** When the provider showed it, by its clock, ISO 8601. */
  said_at?: string | undefined
  at: string
}

/**
 * Applies all that a provider shows of a person to its contact at once: creates it, names it and links its
 * identities. Nothing when all of that is known. A new username replaces the old one. An older report restores
 * neither a name nor an identity that is no longer shown, and an erased person gets nothing. Refused when the contact was merged; the detail is the id of
 * the survivor.
 */
export const observePerson: Decide<ObservePerson, Contact, ContactEvent, 'contact_merged'> = (
  command,
  state,
) => {
  const { contact_id, profile_name, listed = false, given, said_at, at } = command
  if (state !== null && state.merged_into !== null)
    return refuse('contact_merged', state.merged_into)
  if (state !== null && state.erased_at !== null) return []
  const observed = eventBuffer(state)
  observed.take(createContact({ contact_id, at }, observed.now()))
  observed.take(
    renameContact({ name: profile_name, source: 'provider', listed, said_at, at }, observed.now()),
  )
  for (const link of command.links)
    for (const one of [...linksElsewhere(observed.now(), link, command.unlinks), link])
      observed.take(linkIdentity({ ...one, given, said_at, at }, observed.now()))
  for (const old of [...command.unlinks, ...formerUsernames(observed.now(), command.links)])
    observed.take(unlinkIdentity({ ...old, at }, observed.now()))
  for (const conflict of command.conflicts)
    observed.take(noteIdentityConflict({ ...conflict, at }, observed.now()))
  if (command.session !== null) observed.take(recordSession(command.session, observed.now()))
  return observed.facts
}

/** Usernames of the contact that a newly seen one replaces. */
function formerUsernames(
  state: Contact,
  links: readonly LinkedIdentity[],
): readonly LinkedIdentity[] {
  const current = links.find(({ kind }) => kind === 'username')
  if (current === undefined) return []
  return (state?.identities ?? []).filter(
    ({ kind, match_key }) => kind === 'username' && match_key !== current.match_key,
  )
}
