import { type Decide, refuse } from '../decision.ts'
import type { Contact, LinkedIdentity } from './contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent } from './events.ts'
import { unlinkIdentity } from './unlink-identity.ts'

export type ReturnIdentities = {
  /** What names another contact from now on. */
  identities: readonly Pick<LinkedIdentity, 'kind' | 'match_key'>[]
  at: string
}

/**
 * Gives up what is another contact's, such as what a merged one had brought along; of each kind the newest of the others is
 * shown again.
 */
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
  return left.facts
}
