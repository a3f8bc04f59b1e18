import type { Decide } from '../decision.ts'
import { isOlder } from '../provider-clock.ts'
import type { ContactIdentity, Replacement } from './contact-identity.ts'
import type { IdentityReplaced } from './events.ts'

export type ReplaceIdentity = Omit<IdentityReplaced['data'], 'replaced_at'> & { at: string }

/** Records, once, under which identity the person continues according to the provider. */
export const replaceIdentity: Decide<ReplaceIdentity, ContactIdentity, IdentityReplaced> = (
  { at, ...replacement },
  state,
) => {
  const { by, said_at } = replacement
  const isKnown = state?.replacements.some(
    (known) => known.by.match_key === by.match_key && known.said_at === said_at,
  )
  return isKnown ? [] : [{ type: 'IdentityReplaced', data: { ...replacement, replaced_at: at } }]
}

/**
 * The identity under which the person continued whom an older report means; null when the report means the identity
 * itself.
 * @param said_at of the report, by the provider's clock
 */
export function replacementSince(state: ContactIdentity, said_at: string): Replacement | null {
  const later = state?.replacements.filter((one) => isOlder(said_at, one.said_at)) ?? []
  return later.reduce<Replacement | null>(
    (first, one) => (first === null || isOlder(one.said_at, first.said_at) ? one : first),
    null,
  )
}
