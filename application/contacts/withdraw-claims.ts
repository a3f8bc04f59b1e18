import type { LinkedIdentity } from '@recado/domain/contact/contact'
import type { ClaimDeps } from './claims.ts'
import { type Contexts, contactState } from './contact-state.ts'
import { releaseClaim } from './reconcile-claims.ts'

/** A claim that a call has made itself, and the contact it was made for. */
export type OwnClaim = { readonly identity: LinkedIdentity; readonly contact_id: string }

/**
 * Ends the claims of a call that found out on the way that the person is somebody else. A claim that was moved when
 * its contact was merged is ended at the survivor. Who is linked to the identity by now keeps it.
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
