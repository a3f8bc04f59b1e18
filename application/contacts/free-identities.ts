import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import type { CommandContext } from '../commands/command-context.ts'
import { identityScope } from '../facts/decisions.ts'
import { type Claimable, type ClaimDeps, claimant, freeClaim } from './claims.ts'
import { type Contexts, survivorOf } from './contact-state.ts'

/** Frees the identities that an erased person had, of whichever of its merged contacts the claims still name. */
export async function freeIdentities(
  deps: ClaimDeps,
  person: { readonly account_id: string; readonly identities: readonly LinkedIdentity[] },
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
