import { identityKey } from '@recado/domain/contact/contact'
import { identityScope } from '../facts/decisions.ts'
import { type Claimable, type ClaimDeps, claimant, moveClaim } from './claims.ts'
import { type Contexts, contactState } from './contact-state.ts'
import { freeIfErased } from './free-identities.ts'
import { completeMerge } from './merge-people.ts'
import { releaseClaim } from './reconcile-claims.ts'

/**
 * The contact that the identity names, after completing what a crash left undone: the claim of a merged contact moves to
 * its survivor, and the claim of a given-up identity, or of an erased person, ends. While the contact is being created, it may not exist yet.
 */
export async function currentOwner(
  deps: ClaimDeps,
  identity: Claimable,
  contexts: Contexts,
): Promise<string | null> {
  const { account_id } = identity
  for (;;) {
    const owner = await claimant(deps, identity)
    if (owner === null) return null
    const state = await contactState(deps, owner)
    if (state === null) return owner
    const isKnown = state.erased_at === null && state.merged_into === null
    if (!isKnown && (await freeIfErased(deps, identity, owner, contexts))) continue
    if (state.given_up.includes(identityKey(identity))) {
      await releaseClaim(deps, { account_id, contact_id: owner }, identity, contexts)
    } else if (state.merged_into !== null) {
      const to = await completeMerge(deps, { account_id, contact_id: owner }, [], contexts)
      const context = contexts(identityScope(deps.personIds, 'move', identity))
      await moveClaim(deps, identity, { from: owner, to }, context)
    } else return owner
  }
}
