import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { type Refusal, refuse } from '@recado/domain/decision'
import type { ClaimDeps } from './claims.ts'
import { contactState, survivorOf } from './contact-state.ts'
import { currentOwner } from './current-owner.ts'
import type { Sought } from './sought.ts'

/** Whom a person's identities name. */
export type Owners = {
  /** Who the person is; null for somebody new. */
  readonly contact_id: string | null
  /** Whom each identity names, in their order; null where nobody. */
  readonly byIdentity: readonly (string | null)[]
}

/** Finds who a person is: the contact that is meant, else whom the strongest claimed identity names. */
export async function findOwner(
  deps: ClaimDeps,
  sought: Sought,
): Promise<Owners | Refusal<'contact_not_found' | 'identity_taken'>> {
  const { account_id, identities, policy, contexts } = sought
  const byIdentity = await Promise.all(
    identities.map(({ kind, match_key }) =>
      currentOwner(deps, { account_id, kind, match_key }, contexts),
    ),
  )
  const meant =
    sought.contact_id === null ? null : await meantContact(deps, sought.contact_id, policy)
  if (meant === 'contact_not_found') return refuse(meant)
  const contact_id = meant?.contact_id ?? (await strongestOwner(deps, sought, byIdentity))
  if (contact_id === null) return { contact_id, byIdentity }
  const taken = identities.find(({ kind }, i) => {
    const owner = byIdentity[i] ?? contact_id
    return owner !== contact_id && policy.foreign[kind] === 'refuse'
  })
  return taken === undefined ? { contact_id, byIdentity } : refuse('identity_taken', taken.kind)
}

async function meantContact(
  deps: ClaimDeps,
  contact_id: string,
  { creates }: Sought['policy'],
): Promise<{ readonly contact_id: string } | 'contact_not_found'> {
  const survivor = await survivorOf(deps, contact_id)
  return survivor ?? (creates ? { contact_id } : 'contact_not_found')
}

/**
 * Whom the strongest claimed identity names. An identity that moves between people (username) decides only if its
 * owner has no stronger one.
 */
async function strongestOwner(
  deps: ClaimDeps,
  { identities, policy: { foreign } }: Sought,
  byIdentity: Owners['byIdentity'],
): Promise<string | null> {
  const proving = new Set(
    identities.map(({ kind }) => kind).filter((kind) => foreign[kind] !== 'take'),
  )
  for (const [i, { kind }] of identities.entries()) {
    const owner = byIdentity[i] ?? null
    if (owner === null) continue
    if (foreign[kind] !== 'take' || !(await isKnownBy(deps, owner, proving))) return owner
  }
  return null
}

async function isKnownBy(deps: ClaimDeps, contactId: string, kinds: ReadonlySet<IdentityKind>) {
  const state = await contactState(deps, contactId)
  return state?.identities.some(({ kind }) => kinds.has(kind)) ?? false
}
