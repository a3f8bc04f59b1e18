import { type Contact, identityKey, type LinkedIdentity } from './contact.ts'

/** An identity used for a person, and the connection on which it was used. */
export type Called = Pick<LinkedIdentity, 'kind' | 'match_key'> &
  Partial<Pick<LinkedIdentity, 'connection_id'>>

/**
 * Whether a contact is another person than the one for whom these identities are used. A BSUID belongs to one person
 * on its connection: a contact with another one there had the number before.
 * @param replaced identities that the person has just given up for those: they do not tell persons apart
 */
export function isAnotherPerson(
  contact: NonNullable<Contact>,
  called: readonly Called[],
  replaced: readonly Called[] = [],
): boolean {
  const given = new Set(replaced.map(identityKey))
  const own = linkedUserIds(contact).filter((id) => !given.has(identityKey(id)))
  return userIds(called).some(({ connection_id, match_key }) => {
    const there = own.filter((id) => id.connection_id === connection_id)
    return there.length > 0 && there.every((id) => id.match_key !== match_key)
  })
}

/**
 * Whether a contact has a phone or BSUID on a connection beside those called: a hidden id, which engines report only
 * sometimes, does not prove such a contact to be the person.
 */
export function hasAnotherAddress(
  contact: NonNullable<Contact>,
  connectionId: string,
  called: readonly Called[],
): boolean {
  const known = new Set(called.map(identityKey))
  const phones = contact.identities.filter(({ kind }) => kind === 'phone')
  return [...phones, ...linkedUserIds(contact)].some(
    (identity) => identity.connection_id === connectionId && !known.has(identityKey(identity)),
  )
}

/** The BSUIDs of a contact, once for each connection on which it is linked. */
export function linkedUserIds({ identities, user_id_on }: NonNullable<Contact>): readonly Called[] {
  return userIds(identities).flatMap((id) =>
    (user_id_on.get(id.match_key) ?? []).map((connection_id) => ({ ...id, connection_id })),
  )
}

/**
 * A BSUID is replaced on all connections of its portfolio, and reported on one of them: the new one counts wherever the
 * contact had the old one. @returns the links of the new one on the other connections
 */
export function linksElsewhere(
  state: Contact,
  link: LinkedIdentity,
  replaced: readonly Pick<LinkedIdentity, 'kind' | 'match_key'>[],
): readonly LinkedIdentity[] {
  if (link.kind !== 'business_scoped_user_id' || state === null) return []
  const former = replaced.filter(
    ({ kind, match_key }) => kind === link.kind && match_key !== link.match_key,
  )
  const places = former.flatMap(({ match_key }) => state.user_id_on.get(match_key) ?? [])
  return [...new Set(places)]
    .filter((place) => place !== link.connection_id)
    .map((connection_id) => ({ ...link, connection_id }))
}

function userIds<Identity extends Called>(identities: readonly Identity[]): readonly Identity[] {
  return identities.filter(
    ({ kind, connection_id = null }) =>
      kind === 'business_scoped_user_id' && connection_id !== null,
  )
}
