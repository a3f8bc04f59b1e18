import { type Decide, refuse } from '../decision.ts'
import { isOlder } from '../provider-clock.ts'
import {
  type Contact,
  isLinkedOn,
  type LinkedIdentity,
  MAX_REMEMBERED,
  shownIdentity,
} from './contact.ts'
import type { ContactIdentityLinked } from './events.ts'

export type LinkIdentity = LinkedIdentity & {
  /** Whether the person gave it. */
  given?: boolean | undefined
  /** When the provider used it for the person, by its clock; a caller's counts when it comes. */
  said_at?: string | undefined
  at: string
}

/**
 * Links an identity that the contact has claimed. An identity with the same match key stays as it was first given:
 * the visible phone is not rewritten when the provider uses its other form. One that the provider used before the one
 * shown is linked, and the other stays shown. A BSUID is linked once for each connection. Beyond `MAX_REMEMBERED`,
 * identities are claimed but not linked.
 */
export const linkIdentity: Decide<
  LinkIdentity,
  Contact,
  ContactIdentityLinked,
  'contact_not_found'
> = ({ at, said_at, given = false, ...identity }, state) => {
  if (state === null) return refuse('contact_not_found')
  const { kind } = identity
  const known = state.identities.find(
    (other) => other.kind === kind && other.match_key === identity.match_key,
  )
  // Of wa_id, the provider's own form, the newest one counts.
  const isOn = known !== undefined && isLinkedOn(state, identity)
  if (isOn && (kind !== 'wa_id' || known.value === identity.value)) return []
  if (known === undefined && state.identities.length >= MAX_REMEMBERED) return []
  const isLate = said_at !== undefined && isOlder(said_at, state.linked_at[kind])
  if (isOn && isLate) return []
  const told = { ...(given && ({ given } as const)), ...(said_at !== undefined && { said_at }) }
  const link = { ...identity, ...told }
  const shown = isLate ? shownIdentity(state.identities, kind) : undefined
  return [link, ...(shown === undefined ? [] : [shown])].map((one) => ({
    type: 'ContactIdentityLinked',
    data: { contact_id: state.contact_id, ...one, linked_at: at },
  }))
}
