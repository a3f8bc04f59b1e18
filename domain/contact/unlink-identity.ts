import type { IdentityKind } from '../contact-identity/events.ts'
import type { Decide } from '../decision.ts'
import { type Contact, type LinkedIdentity, shownIdentity } from './contact.ts'
import type { ContactIdentityLinked, ContactIdentityUnlinked } from './events.ts'

export type UnlinkIdentity = { kind: IdentityKind; match_key: string; at: string }

/**
 * Records that the person is no longer known by an identity; nothing when it was not linked. If it was the one shown,
 * the newest remaining one of its kind is linked anew, so that a reader of only the newest fact shows it too.
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
  return [{ type: 'ContactIdentityUnlinked', data: unlinked }, ...linkNextShown(state, linked, at)]
}

/** The link of the identity shown in place of the removed one; empty when another one was shown, or none is left. */
function linkNextShown(
  { contact_id, identities }: NonNullable<Contact>,
  removed: LinkedIdentity,
  at: string,
): ContactIdentityLinked[] {
  if (shownIdentity(identities, removed.kind) !== removed) return []
  const left = identities.filter((identity) => identity !== removed)
  const next = shownIdentity(left, removed.kind)
  if (next === undefined) return []
  return [{ type: 'ContactIdentityLinked', data: { contact_id, ...next, linked_at: at } }]
}
