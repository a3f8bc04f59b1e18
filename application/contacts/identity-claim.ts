import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { PersonIds } from '../person-ids.ts'

/** The id of a claim, for an unnormalised value. */
export function identityClaim(
  personIds: PersonIds,
  accountId: string,
  kind: IdentityKind,
  value: string,
): string {
  return personIds.claimId({ account_id: accountId, kind, match_key: matchKey(kind, value) })
}
