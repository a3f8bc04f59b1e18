import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { CLAIMED_KINDS } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { Person } from '@recado/translation/intent'
import { claimId } from '../ids.ts'

/** One thing that a person is known by, and where its claim stands. */
export type IdentityKey = LinkedIdentity & {
  /** Id of the claim's stream: uuid of account, kind and match key. */
  readonly id: string
}

/** What a person is known by, strongest first; what names nobody is left out. */
export function identityKeys(
  account_id: string,
  connection_id: string,
  person: Person,
): readonly IdentityKey[] {
  return CLAIMED_KINDS.flatMap((kind) => {
    const value = person[kind]
    const match_key = value === null ? '' : matchKey(kind, value)
    if (value === null || match_key === '') return []
    const id = claimId(account_id, kind, match_key)
    return [{ id, kind, value, match_key, connection_id }]
  })
}

/** The key as a contact is linked to it. */
export function linkOf({ kind, value, match_key, connection_id }: IdentityKey): LinkedIdentity {
  return { kind, value, match_key, connection_id }
}
