import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { claimId } from '../ids.ts'

/** claimId for an unnormalised value. */
export function identityClaim(accountId: string, kind: IdentityKind, value: string): string {
  return claimId(accountId, kind, matchKey(kind, value))
}
