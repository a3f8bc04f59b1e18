import type { IdentityKind } from '../contact-identity/events.ts'
import type { Decide } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactIdentityUnlinked } from './events.ts'

export type UnlinkIdentity = { kind: IdentityKind; match_key: string; at: string }

/** Notes that the person is no longer known by an identity; nothing when it was not. */
export const unlinkIdentity: Decide<UnlinkIdentity, Contact, ContactIdentityUnlinked> = (
  { kind, match_key, at },
  state,
) => {
  const linked = state?.identities.find(
    (identity) => identity.kind === kind && identity.match_key === match_key,
  )
  if (state === null || linked === undefined) return []
  const data = { contact_id: state.contact_id, ...linked, unlinked_at: at }
  return [{ type: 'ContactIdentityUnlinked', data }]
}
