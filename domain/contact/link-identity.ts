import { type Decide, refuse } from '../decision.ts'
import { type Contact, type LinkedIdentity, MOST_REMEMBERED } from './contact.ts'
import type { ContactIdentityLinked } from './events.ts'

export type LinkIdentity = LinkedIdentity & { at: string }

/**
 * Notes that the person is known by an identity that it has claimed. One with the same match key stays as it
 * was first given: the visible phone is never rewritten because the provider uses its other form. Nobody is known by more
 * than so many at a time: more are claimed, and not shown.
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
  // wa_id is the provider's own truth: the newest form counts.
  if (known !== undefined && (known.kind !== 'wa_id' || known.value === identity.value)) return []
  if (known === undefined && state.identities.length >= MOST_REMEMBERED) return []
  const data = { contact_id: state.contact_id, ...identity, linked_at: at }
  return [{ type: 'ContactIdentityLinked', data }]
}
