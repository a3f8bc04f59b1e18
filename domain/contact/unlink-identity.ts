import type { IdentityKind } from '../contact-identity/events.ts'
import type { Decide } from '../decision.ts'
import { type Contact, type LinkedIdentity, shownIdentity } from './contact.ts'
import type { ContactIdentityLinked, ContactIdentityUnlinked } from './events.ts'

export type UnlinkIdentity = { kind: IdentityKind; match_key: string; at: string }

/**
 * Notes that the person is no longer known by an identity; nothing when it was not. Of those left of its kind the
 * newest is linked anew where the one that goes was shown: who reads only the newest fact shows it too.
 */
export const unlinkIdentity: Decide<
  UnlinkIdentity,
  Contact,
  ContactIdentityUnlinked | ContactIdentityLinked
> = ({ kind, match_key, at }, state) => {
  const linked = state?.identities.find(
    (identity) => identity.kind === kind && identity.match_key === match_key,
  )
  if (state === null || linked === undefined) return []
  const { contact_id } = state
  const unlinked = { contact_id, ...linked, unlinked_at: at }
  return [{ type: 'ContactIdentityUnlinked', data: unlinked }, ...shownAfter(state, linked, at)]
}

/** What is shown once an identity has gone; nothing where that is what it was, or none is left. */
function shownAfter(
  { contact_id, identities }: NonNullable<Contact>,
  gone: LinkedIdentity,
  at: string,
): ContactIdentityLinked[] {
  if (shownIdentity(identities, gone.kind) !== gone) return []
  const left = identities.filter((identity) => identity !== gone)
  const next = shownIdentity(left, gone.kind)
  if (next === undefined) return []
  return [{ type: 'ContactIdentityLinked', data: { contact_id, ...next, linked_at: at } }]
}
