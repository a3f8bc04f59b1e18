import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { CLAIMED_KINDS } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { Person } from '@recado/translation/intent'
import type { Ids } from '../ids.ts'
import type { PersonIds } from '../person-ids.ts'

/** `id` is that of its claim. */
export type IdentityKey = LinkedIdentity & {
  readonly id: string
  /** From when on it means the person, ISO 8601, where the person of an older report took it up after the report. */
  readonly since?: string
}

/** A person's identities, strongest first, without those that have no match key. */
export function identityKeys(
  personIds: PersonIds,
  { account_id, connection_id }: Ids<'account_id' | 'connection_id'>,
  person: Person,
): readonly IdentityKey[] {
  return CLAIMED_KINDS.flatMap((kind) => {
    const value = person[kind]
    const match_key = value === null ? '' : matchKey(kind, value)
    if (value === null || match_key === '') return []
    const id = personIds.claimId({ account_id, kind, match_key })
    return [{ id, kind, value, match_key, connection_id }]
  })
}

/** The link of a contact to an identity, without the id of the claim. */
export function linkOf({ kind, value, match_key, connection_id }: IdentityKey): LinkedIdentity {
  return { kind, value, match_key, connection_id }
}
