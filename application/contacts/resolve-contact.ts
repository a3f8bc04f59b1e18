import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { recognisePerson } from '@recado/domain/contact/recognise-person'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { strongestFirst } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import type { CommandContext } from '../commands/command-context.ts'
import type { ClaimDeps } from './claims.ts'
import { SEND_POLICY } from './resolution-policy.ts'
import { resolvePerson } from './resolve-person.ts'

/** An identity as a caller or provider gave it. */
export type GivenIdentity = { readonly kind: IdentityKind; readonly value: string }

/** A person by what it is known by, on the connection where that was seen or said. */
export type Person = {
  readonly account_id: string
  readonly connection_id: string | null
  readonly identities: readonly GivenIdentity[]
}

/**
 * The contact that a send goes to, created when nobody is known by any of the identities. The strongest claimed one
 * decides; the others are claimed for the same person, and one that names somebody else is noted as a conflict.
 * @throws when no identity is given; else as execute
 */
export async function resolveContact(
  deps: ClaimDeps,
  person: Person,
  context: CommandContext,
): Promise<string> {
  const sought = {
    account_id: person.account_id,
    contact_id: null,
    identities: identitiesOf(person),
    policy: SEND_POLICY,
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
