import { type Decide, refuse } from '../decision.ts'
import type { Contact, LinkedIdentity } from './contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent } from './events.ts'
import { unlinkIdentity } from './unlink-identity.ts'

export type ReturnIdentities = {
  /** Identities that name another contact from now on. */
  identities: readonly Pick<LinkedIdentity, 'kind' | 'match_key'>[]
  at: string
}

/** Gives up identities of another contact, such as those a merged one brought; the newest remaining ones are shown. */
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
