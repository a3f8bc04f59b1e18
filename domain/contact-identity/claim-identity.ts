import { type Decide, refuse } from '../decision.ts'
import type { ContactIdentity } from './contact-identity.ts'
import type { IdentityClaimed, IdentityKind } from './events.ts'
import { replacementSince } from './replace-identity.ts'

export type ClaimIdentity = {
  account_id: string
  kind: IdentityKind
  match_key: string
  contact_id: string
  /** When the provider used it for the contact, by its clock; absent for a caller. */
  said_at?: string | undefined
  at: string
}

/**
 * Claims an identity for a contact. Refused while it names another contact, whose id is the detail, and for a report
 * that is older than one by which its person continues under another identity.
 */
export const claimIdentity: Decide<
  ClaimIdentity,
  ContactIdentity,
  IdentityClaimed,
  'identity_claimed' | 'identity_replaced'
> = ({ at, said_at, ...claim }, state) => {
  const owner = state?.contact_id ?? null
  if (owner !== null) return owner === claim.contact_id ? [] : refuse('identity_claimed', owner)
  if (said_at !== undefined && replacementSince(state, said_at) !== null)
    return refuse('identity_replaced')
  const said = said_at !== undefined && { said_at }
  return [{ type: 'IdentityClaimed', data: { ...claim, ...said, claimed_at: at } }]
}
