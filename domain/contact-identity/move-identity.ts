import type { Decide } from '../decision.ts'
import type { ContactIdentity } from './contact-identity.ts'
import type { IdentityClaimed, IdentityKind, IdentityReleased } from './events.ts'

export type MoveIdentity = {
  account_id: string
  kind: IdentityKind
  match_key: string
  /** Whom the identity names; when it names somebody else by now, nothing happens. */
  from: string
  to: string
  at: string
}

/** Lets an identity name another contact, without a moment in which it names nobody. */
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
