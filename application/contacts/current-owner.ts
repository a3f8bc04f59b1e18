import { identityKey } from '@recado/domain/contact/contact'
import type { ExecuteDeps } from '../commands/execute.ts'
import { type Claimable, claimant, endClaim, moveClaim } from './claims.ts'
import { type Contexts, contactState } from './contact-state.ts'
import { completeMerge } from './merge-people.ts'

/**
 * Whom the identity names, straight from the log, after finishing what a crash left undone: a merged contact's
 * claim moves to its survivor, one of an identity that its contact gave up is ended.
 * @returns null when it names nobody; a contact that does not exist yet is about to be created
 */
export async function currentOwner(
  deps: ExecuteDeps,
  identity: Claimable,
  contexts: Contexts,
): Promise<string | null> {
  const { account_id, kind, match_key } = identity
  for (;;) {
    const holder = await claimant(deps, identity)
    if (holder === null) return null
    const state = await contactState(deps, holder)
    if (state === null) return holder
    if (state.merged_into !== null) {
      const to = await completeMerge(deps, account_id, holder, [], contexts)
      const context = contexts(`move ${kind} ${match_key}`)
      await moveClaim(deps, identity, { from: holder, to }, context)
    } else if (state.given_up.includes(identityKey(identity))) {
      await endClaim(deps, identity, holder, contexts(`end ${kind} ${match_key}`))
    } else return holder
  }
}
