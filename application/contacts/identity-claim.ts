import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { claimId } from '../ids.ts'

/** claimId for an unnormalised value. */
export function identityClaim(accountId: string, kind: IdentityKind, value: string): string {
  return claimId({ account_id: accountId, kind, match_key: matchKey(kind, value) })
}
