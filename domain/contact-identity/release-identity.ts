import type { Decide } from '../decision.ts'
import type { ContactIdentity } from './contact-identity.ts'
import type { IdentityKind, IdentityReleased } from './events.ts'

export type ReleaseIdentity = {
  account_id: string
  kind: IdentityKind
  match_key: string
  /** The contact whose claim ends; the claim of another contact stays. */
  contact_id: string
  /** When the provider told what ends it, by its clock; absent for a caller. */
  said_at?: string | undefined
  /** The erasure that ends it; absent for none. */
  erasure?: IdentityReleased['data']['erasure']
  at: string
}

/** Releases the identity, unless it names another contact by now. */
export const releaseIdentity: Decide<ReleaseIdentity, ContactIdentity, IdentityReleased> = (
  { at, said_at, erasure, ...claim },
  state,
) => {
  if (state?.contact_id !== claim.contact_id) return []
  const said = said_at !== undefined && { said_at }
  const erased = erasure !== undefined && { erasure }
  return [{ type: 'IdentityReleased', data: { ...claim, ...said, ...erased, released_at: at } }]
}
