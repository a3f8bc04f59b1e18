import { type Contact, contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import type { ContactIdentityLinked } from '@recado/domain/contact/events'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import type { CommandContext } from '../commands/command-context.ts'
import { identityScope } from '../facts/decisions.ts'
import { streamOf } from '../ids.ts'
import { type Claimable, type ClaimDeps, claimant, freeClaim } from './claims.ts'
import { type Contexts, survivorOf } from './contact-state.ts'

/** What names a person, as claims know it. */
export type NamedBy = Pick<LinkedIdentity, 'kind' | 'match_key'>

/**
 * What names a person: of one that is erased already, what the log still says of it. The process that was asked for its
 * erasure may have died before it freed these.
 */
export async function identitiesOf(
  { store }: Pick<ClaimDeps, 'store'>,
  person: NonNullable<Contact>,
): Promise<readonly NamedBy[]> {
  if (person.erased_at === null) return person.identities
  const linked: NamedBy[] = []
  for await (const { type, data, erased } of store.readStream(streamOf(contact, person.contact_id)))
    if (type === 'ContactIdentityLinked' && erased !== true)
      linked.push(data as ContactIdentityLinked['data'])
  return linked
}

/** Frees the identities that an erased person had, of whichever of its merged contacts the claims still name. */
export async function freeIdentities(
  deps: ClaimDeps,
  person: { readonly account_id: string; readonly identities: readonly NamedBy[] },
  context: CommandContext,
): Promise<void> {
  for (const { kind, match_key } of person.identities.filter(isClaimed)) {
    const identity = { account_id: person.account_id, kind, match_key }
    const owner = await claimant(deps, identity)
    if (owner !== null) await freeIfErased(deps, identity, owner, () => context)
  }
}

/** Frees an identity whose contact, or the survivor that this was merged into, was erased. @returns whether it was */
export async function freeIfErased(
  deps: ClaimDeps,
  identity: Claimable,
  owner: string,
  contexts: Contexts,
): Promise<boolean> {
  const survivor = await survivorOf(deps, owner)
  if (survivor === null || survivor.erased_at === null) return false
  const erasure = { contact_id: survivor.contact_id, requested_at: survivor.erased_at }
  const context = contexts(identityScope(deps.personIds, 'end', identity))
  await freeClaim(deps, identity, { contact_id: owner, erasure }, context)
  return true
}
