import { type Decide, refuse } from '../decision.ts'
import { type Contact, identityKey, type LinkedIdentity, shownIdentity } from './contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent } from './events.ts'
import { unlinkIdentity } from './unlink-identity.ts'

export type ReturnIdentities = {
  /** What the contact that was taken out had. */
  identities: readonly Pick<LinkedIdentity, 'kind' | 'match_key'>[]
  at: string
}

/** Gives back what a merged contact had brought along; of each kind the newest of the others is shown again. */
export const returnIdentities: Decide<
  ReturnIdentities,
  Contact,
  ContactEvent,
  'contact_not_found'
> = ({ identities, at }, state) => {
  if (state === null) return refuse('contact_not_found')
  const left = eventBuffer(state)
  for (const { kind, match_key } of identities)
    left.take(unlinkIdentity({ kind, match_key, at }, left.now()))
  for (const kind of new Set(identities.map((identity) => identity.kind))) {
    const before = shownIdentity(state.identities, kind)
    const now = shownIdentity(left.now()?.identities ?? [], kind)
    if (before === undefined || now === undefined || identityKey(before) === identityKey(now))
      continue
    const data = { contact_id: state.contact_id, ...now, linked_at: at }
    left.take([{ type: 'ContactIdentityLinked', data }])
  }
  return left.facts
}
