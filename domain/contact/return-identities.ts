import { type Decide, refuse } from '../decision.ts'
import type { Contact, LinkedIdentity } from './contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent } from './events.ts'
import { unlinkIdentity } from './unlink-identity.ts'

export type ReturnIdentities = {
  /** Identities that name another contact from now on. */
  identities: readonly Pick<LinkedIdentity, 'kind' | 'match_key'>[]
  /** How many of the contacts merged into this one are no longer part of it. */
  merged_contacts: number
  at: string
}

/** Gives up identities of another contact, such as those a merged one brought; the newest remaining ones are shown. */
export const returnIdentities: Decide<
  ReturnIdentities,
  Contact,
  ContactEvent,
  'contact_not_found'
> = ({ identities, merged_contacts: left, at }, state) => {
  if (state === null) return refuse('contact_not_found')
  const returned = eventBuffer(state)
  for (const { kind, match_key } of identities)
    returned.take(unlinkIdentity({ kind, match_key, at }, returned.now()))
  if (left === 0) return returned.facts
  const merged_contacts = Math.max(0, state.merged_contacts - left)
  return returned.facts.map((fact) =>
    fact.type === 'ContactIdentityUnlinked'
      ? { ...fact, data: { ...fact.data, merged_contacts } }
      : fact,
  )
}
