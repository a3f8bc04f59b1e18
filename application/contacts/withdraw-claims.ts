import type { LinkedIdentity } from '@recado/domain/contact/contact'
import type { ClaimDeps } from './claims.ts'
import { type Contexts, contactState } from './contact-state.ts'
import { releaseClaim } from './reconcile-claims.ts'

export type OwnClaim = { readonly identity: LinkedIdentity; readonly contact_id: string }

/**
 * Ends the claims of a call that turned out to be for another contact, except those linked by now. Follows merges, as
 * a claim may have moved to the survivor.
 */
export async function withdrawClaims(
  deps: ClaimDeps,
  account_id: string,
  claims: readonly OwnClaim[],
  contexts: Contexts,
): Promise<void> {
  for (const { identity, contact_id } of claims)
    for (let id: string | null = contact_id; id !== null; ) {
      await releaseClaim(deps, { account_id, contact_id: id }, identity, contexts)
      id = (await contactState(deps, id))?.merged_into ?? null
    }
}
