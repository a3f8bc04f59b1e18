import type { Decide } from '../decision.ts'
import type { ContactIdentity } from './contact-identity.ts'
import type { IdentityClaimed, IdentityKind, IdentityReleased } from './events.ts'

export type MoveIdentity = {
  account_id: string
  kind: IdentityKind
  match_key: string
  /** The contact that the identity names; nothing happens when it names another one by now. */
  from: string
  to: string
  at: string
}

/** Moves an identity to another contact, without a moment in which it names no contact. */
export const moveIdentity: Decide<
  MoveIdentity,
  ContactIdentity,
  IdentityReleased | IdentityClaimed
> = ({ from, to, at, ...identity }, state) => {
  if (state?.contact_id !== from || from === to) return []
  return [
    { type: 'IdentityReleased', data: { ...identity, contact_id: from, released_at: at } },
    { type: 'IdentityClaimed', data: { ...identity, contact_id: to, claimed_at: at } },
  ]
}
