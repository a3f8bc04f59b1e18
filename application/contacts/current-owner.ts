import { identityKey } from '@recado/domain/contact/contact'
import { moveClaim } from './change-claims.ts'
import { type Claimable, type ClaimDeps, claimant, moveScope } from './claims.ts'
import { type Contexts, contactState } from './contact-state.ts'
import { completeMerge } from './merge-people.ts'
import { releaseClaim } from './reconcile-claims.ts'

/**
 * Whom the identity names, straight from the log, after finishing what a crash left undone: a merged contact's
 * claim moves to its survivor, one of an identity that its contact gave up is ended.
 * @returns null when it names nobody; a contact that does not exist yet is about to be created
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
    if (state.given_up.includes(identityKey(identity))) {
      await releaseClaim(deps, { account_id, contact_id: owner }, identity, contexts)
    } else if (state.merged_into !== null) {
      const to = await completeMerge(deps, account_id, owner, [], contexts)
      const context = contexts(moveScope(identity))
      await moveClaim(deps, identity, { from: owner, to }, context)
    } else return owner
  }
}
