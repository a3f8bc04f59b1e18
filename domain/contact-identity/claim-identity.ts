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

/** Lets the identity name this contact. Refused, with the other's id as detail, while it names another. */
export const claimIdentity: Decide<
  ClaimIdentity,
  ContactIdentity,
  IdentityClaimed,
  'identity_claimed'
> = ({ at, ...claim }, state) => {
  if (state === null) return [{ type: 'IdentityClaimed', data: { ...claim, claimed_at: at } }]
  return state.contact_id === claim.contact_id ? [] : refuse('identity_claimed', state.contact_id)
}
