import { type Decide, isRefusal, refuse } from '../decision.ts'
import { type Called, hasAnotherAddress, isAnotherPerson, linkedUserIds } from './another-person.ts'
import { type Contact, identityKey, MAX_REMEMBERED } from './contact.ts'
import type { ContactMerged } from './events.ts'

export type MergeContact = {
  /** The older of the two contacts, which continues. */
  survivor: NonNullable<Contact>
  /** Identities just used for the person: a contact with another BSUID on the same connection is another person. */
  seen?: readonly Called[]
  /** Identities that the person has just given up for others: they do not tell persons apart. */
  replaced?: readonly Called[]
  /** Where a hidden id is the proof: a contact with another phone or BSUID on this connection is another person. */
  hidden_on?: string | null | undefined
  at: string
}

/** The most contacts merged into one. No person has more, and each merge touches all that were merged before. */
export const MAX_MERGED_CONTACTS = 50
/** The most identities of a merged contact: the survivor links all in one append, which holds at most 1 MiB. */
export const MAX_ADOPTED_IDENTITIES = 128

/**
 * Merges a contact into the older one, because a provider showed them to be the same person, or a caller said so.
 * Refused when each has a BSUID of its own on one connection, when a hidden id is the proof and one has another address
 * there, when they were separated before, or when together they have too many contacts or identities.
 */
export const mergeContact: Decide<
  MergeContact,
  Contact,
  ContactMerged,
  | 'contact_not_found'
  | 'different_people'
  | 'kept_apart'
  | 'too_many_contacts'
  | 'too_many_identities'
> = ({ survivor, seen = [], replaced = [], hidden_on = null, at }, state) => {
  if (state === null || isErased(state) || isErased(survivor)) return refuse('contact_not_found')
  const { contact_id } = state
  const survivor_id = survivor.contact_id
  if (state.merged_into !== null || survivor_id === contact_id) return []
  if (state.kept_apart.includes(survivor_id) || survivor.kept_apart.includes(contact_id))
    return refuse('kept_apart')
  const isOther = (one: NonNullable<Contact>) => isAnotherPerson(one, seen, replaced)
  if (isOther(state) || isOther(survivor)) return refuse('different_people')
  if (hidden_on !== null)
    for (const one of [state, survivor])
      if (hasAnotherAddress(one, hidden_on, seen)) return refuse('different_people')
  if (areDifferent(state, survivor, new Set(replaced.map(identityKey))))
    return refuse('different_people')
  if (state.merged_contacts + survivor.merged_contacts + 1 > MAX_MERGED_CONTACTS)
    return refuse('too_many_contacts')
  const [brought, known] = [state.identities.length, survivor.identities.length]
  if (brought > MAX_ADOPTED_IDENTITIES || brought + known > MAX_REMEMBERED)
    return refuse('too_many_identities')
  return [{ type: 'ContactMerged', data: { contact_id, survivor_id, merged_at: at } }]
}

function isErased({ erased_at }: NonNullable<Contact>): boolean {
  return erased_at !== null
}

/** Orders two contacts by age, whichever of them is given first. */
export function byAge(
  one: NonNullable<Contact>,
  other: NonNullable<Contact>,
): { older: NonNullable<Contact>; younger: NonNullable<Contact> } {
  const key = (of: NonNullable<Contact>) => `${of.created_at} ${of.contact_id}`
  return key(one) < key(other) ? { older: one, younger: other } : { older: other, younger: one }
}

/** Whether two contacts merge, by their states alone. @param shown what proves that they are one person */
export function mayMerge(
  one: NonNullable<Contact>,
  other: NonNullable<Contact>,
  shown: Omit<MergeContact, 'survivor' | 'at'>,
): boolean {
  const { older, younger } = byAge(one, other)
  return !isRefusal(mergeContact({ ...shown, survivor: older, at: older.created_at }, younger))
}

/** A person has one BSUID in a portfolio: two on one connection are two persons, or a number that changed hands. */
function areDifferent(
  one: NonNullable<Contact>,
  other: NonNullable<Contact>,
  replaced: ReadonlySet<string>,
): boolean {
  const ids = (of: NonNullable<Contact>) =>
    linkedUserIds(of).filter((identity) => !replaced.has(identityKey(identity)))
  return ids(one).some(({ connection_id, match_key }) =>
    ids(other).some((id) => id.connection_id === connection_id && id.match_key !== match_key),
  )
}
