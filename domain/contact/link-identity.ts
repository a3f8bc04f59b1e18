import { type Decide, refuse } from '../decision.ts'
import { type Contact, type LinkedIdentity, MOST_REMEMBERED } from './contact.ts'
import type { ContactIdentityLinked } from './events.ts'

export type LinkIdentity = LinkedIdentity & { at: string }

/**
 * Links an identity that the contact has claimed. An identity with the same match key stays as it was first given:
 * the visible phone is not rewritten when the provider uses its other form. Beyond `MOST_REMEMBERED`, identities are
 * claimed but not linked.
 */
export const linkIdentity: Decide<
  LinkIdentity,
  Contact,
  ContactIdentityLinked,
  'contact_not_found'
> = ({ at, ...identity }, state) => {
  if (state === null) return refuse('contact_not_found')
  const known = state.identities.find(
    ({ kind, match_key }) => kind === identity.kind && match_key === identity.match_key,
  )
  // Of wa_id, the provider's own form, the newest one counts.
  if (known !== undefined && (known.kind !== 'wa_id' || known.value === identity.value)) return []
  if (known === undefined && state.identities.length >= MOST_REMEMBERED) return []
  const data = { contact_id: state.contact_id, ...identity, linked_at: at }
  return [{ type: 'ContactIdentityLinked', data }]
}
