import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { recognisePerson } from '@recado/domain/contact/recognise-person'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { strongestFirst } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { CommandContext } from '../commands/command-context.ts'
import type { ClaimDeps } from './claims.ts'
import { type ResolutionPolicy, SEND_POLICY } from './resolution-policy.ts'
import { resolvePerson } from './resolve-person.ts'

export type GivenIdentity = { readonly kind: IdentityKind; readonly value: string }

export type Person = {
  readonly account_id: string
  readonly connection_id: string | null
  readonly identities: readonly GivenIdentity[]
}

/**
 * The contact that a send goes to, by the strongest claimed identity, or a new one. The other identities are claimed
 * for it; by default, one that names another contact is recorded as a conflict.
 * @throws as execute, and when no identity is given
 */
export async function resolveContact(
  deps: ClaimDeps,
  person: Person,
  context: CommandContext,
  policy: ResolutionPolicy = SEND_POLICY,
): Promise<string> {
  const sought = {
    account_id: person.account_id,
    contact_id: null,
    identities: identitiesOf(person),
    policy,
    contexts: () => context,
  }
  const done = await resolvePerson(deps, sought, ({ contact_id, claimed }, at) => {
    const identities = claimed.map(({ identity, claimed_by }) => ({ ...identity, claimed_by }))
    return (state) => recognisePerson({ contact_id, identities, at }, state)
  })
  if (done.refused !== undefined) throw new Error(`a send is never refused: ${done.refused}`)
  return done.contact_id
}

function identitiesOf({ identities, connection_id }: Person): readonly LinkedIdentity[] {
  const named = identities
    .map(({ kind, value }) => ({ kind, value, match_key: matchKey(kind, value), connection_id }))
    .filter(({ match_key }) => match_key !== '')
  return strongestFirst(named)
}
