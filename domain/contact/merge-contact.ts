import { type Decide, refuse } from '../decision.ts'
import { type Contact, identityKey } from './contact.ts'
import type { ContactMerged } from './events.ts'
import { type Called, isSomebodyElse } from './somebody-else.ts'

export type MergeContact = {
  /** The older of the two, which the person lives on as. */
  survivor: NonNullable<Contact>
  /** What the person has just been called by: who has another BSUID there is not this person. */
  seen?: readonly Called[]
  /** Identities that the person has just given up for others: they tell nobody apart. */
  replaced?: readonly Called[]
  at: string
}

/** No person has more contacts. Each merge touches all that were merged before. */
export const MOST_MERGED = 50

/**
 * Merges a contact into the older one that a provider showed to be the same person. Not when they must be two
 * people all the same: each has a BSUID of its own on one connection, or an operator has taken them apart. Nor when nobody
 * is so many.
 */
export const mergeContact: Decide<
  MergeContact,
  Contact,
  ContactMerged,
  'contact_not_found' | 'different_people' | 'kept_apart' | 'too_many_contacts'
> = ({ survivor, seen = [], replaced = [], at }, state) => {
  if (state === null) return refuse('contact_not_found')
  const { contact_id } = state
  const survivor_id = survivor.contact_id
  if (state.merged_into !== null || survivor_id === contact_id) return []
  if (state.kept_apart.includes(survivor_id) || survivor.kept_apart.includes(contact_id))
    return refuse('kept_apart')
  const isOther = (one: NonNullable<Contact>) => isSomebodyElse(one, seen, replaced)
  if (isOther(state) || isOther(survivor)) return refuse('different_people')
  if (areDifferent(state, survivor, new Set(replaced.map(identityKey))))
    return refuse('different_people')
  if (state.merged_contacts + survivor.merged_contacts + 1 > MOST_MERGED)
    return refuse('too_many_contacts')
  return [{ type: 'ContactMerged', data: { contact_id, survivor_id, merged_at: at } }]
}

/** Which of two contacts is older; whoever asks, the answer is the same. */
export function byAge(
  one: NonNullable<Contact>,
  other: NonNullable<Contact>,
): { older: NonNullable<Contact>; younger: NonNullable<Contact> } {
  const key = (of: NonNullable<Contact>) => `${of.created_at} ${of.contact_id}`
  return key(one) < key(other) ? { older: one, younger: other } : { older: other, younger: one }
}

/** A BSUID is one person's in its portfolio: two on one connection are two people, or a number that moved on. */
function areDifferent(
  one: NonNullable<Contact>,
  other: NonNullable<Contact>,
  replaced: ReadonlySet<string>,
): boolean {
  const ids = (of: NonNullable<Contact>) =>
    of.identities.filter(
      (identity) =>
        identity.kind === 'business_scoped_user_id' &&
        identity.connection_id !== null &&
        !replaced.has(identityKey(identity)),
    )
  return ids(one).some(({ connection_id, match_key }) =>
    ids(other).some((id) => id.connection_id === connection_id && id.match_key !== match_key),
  )
}
