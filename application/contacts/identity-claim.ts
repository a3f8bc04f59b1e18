import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { NAMESPACES, uuidOf } from '@recado/infra/uuid-v5'

/** The id of the claim on an identity in an account: row of `contact_identities`, stream of the claim. */
export function identityClaim(accountId: string, kind: IdentityKind, value: string): string {
  return uuidOf(NAMESPACES.contactIdentity, accountId, kind, matchKey(kind, value))
}
