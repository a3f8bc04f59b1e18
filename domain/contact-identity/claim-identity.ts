import { type Decide, refuse } from '../decision.ts'
import type { ContactIdentity } from './contact-identity.ts'
import type { IdentityClaimed, IdentityKind } from './events.ts'

export type ClaimIdentity = {
  account_id: string
  kind: IdentityKind
  match_key: string
  contact_id: string
  at: string
}

/** Claims an identity for a contact. Refused while it names another contact, whose id is the detail. */
export const claimIdentity: Decide<
  ClaimIdentity,
  ContactIdentity,
  IdentityClaimed,
  'identity_claimed'
> = ({ at, ...claim }, state) => {
  if (state === null) return [{ type: 'IdentityClaimed', data: { ...claim, claimed_at: at } }]
  return state.contact_id === claim.contact_id ? [] : refuse('identity_claimed', state.contact_id)
}
