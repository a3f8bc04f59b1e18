import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { unmergeContact } from '@recado/domain/contact/unmerge-contact'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import { isRefusal, type Refusal } from '@recado/domain/decision'
import { type ClaimDeps, claimant } from './claims.ts'
import { contactState } from './contact-state.ts'
import type { Owner } from './reconcile-claims.ts'
import { survivorIdOf } from './unmerge-people.ts'

export type UnmergePlan = {
  readonly refused?: undefined
  readonly survivor_id: string
  readonly merged_id: string
  /** What the contact gets back. */
  readonly returned: readonly LinkedIdentity[]
  /** What other contacts have by now. */
  readonly kept: readonly LinkedIdentity[]
}

/**
 * What unmergePeople would change, by the log; null when the contact was separated already. Records nothing.
 * @throws StoreUnavailable
 */
export async function planUnmerge(
  deps: ClaimDeps,
  owner: Owner,
  at: string,
): Promise<UnmergePlan | Refusal<'contact_not_found' | 'never_merged'> | null> {
  const { account_id, contact_id: merged_id } = owner
  const state = await contactState(deps, merged_id)
  const survivor_id = await survivorIdOf(deps, owner)
  const facts = unmergeContact({ survivor_id, at }, state)
  if (isRefusal(facts)) return facts
  if (facts.length === 0) return null
  const own = [survivor_id, merged_id, null]
  const returned: LinkedIdentity[] = []
  const kept: LinkedIdentity[] = []
  for (const identity of (state?.identities ?? []).filter(isClaimed)) {
    const { kind, match_key } = identity
    const isOwn = own.includes(await claimant(deps, { account_id, kind, match_key }))
    if (isOwn) returned.push(identity)
    else kept.push(identity)
  }
  return { survivor_id, merged_id, returned, kept }
}
