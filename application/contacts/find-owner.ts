import { isAnotherPerson } from '@recado/domain/contact/another-person'
import { identityKey, type LinkedIdentity } from '@recado/domain/contact/contact'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { type Refusal, refuse } from '@recado/domain/decision'
import type { ExecuteDeps } from '../commands/execute.ts'
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
 * Whether a contact is known to be somebody else than the person who is called so, as of a number that has moved on. A BSUID
 * that the contact gave up was its own: what was said before a change may come after it.
 */
export async function isAnother(
  deps: ExecuteDeps,
  contactId: string,
  called: readonly LinkedIdentity[],
): Promise<boolean> {
  if (!called.some(({ kind }) => kind === 'business_scoped_user_id')) return false
  const state = await contactState(deps, contactId)
  if (state === null) return false
  const { given_up } = state
  return isAnotherPerson(
    state,
    called.filter((identity) => !given_up.includes(identityKey(identity))),
  )
}

/**
 * Whom the strongest claimed identity names. An identity that moves between people (username) decides only if its
 * owner has no stronger one, and none decides for somebody who is another person by the BSUID.
 */
async function strongestOwner(
  deps: ClaimDeps,
  { identities, policy: { foreign, tellsApart } }: Sought,
  byIdentity: Owners['byIdentity'],
): Promise<string | null> {
  const proving = new Set(
    identities.map(({ kind }) => kind).filter((kind) => foreign[kind] !== 'take'),
  )
  for (const [i, { kind }] of identities.entries()) {
    const owner = byIdentity[i] ?? null
    if (owner === null || (tellsApart && (await isAnother(deps, owner, identities)))) continue
    if (foreign[kind] !== 'take' || !(await isKnownBy(deps, owner, proving))) return owner
  }
  return null
}

async function isKnownBy(deps: ClaimDeps, contactId: string, kinds: ReadonlySet<IdentityKind>) {
  const state = await contactState(deps, contactId)
  return state?.identities.some(({ kind }) => kinds.has(kind)) ?? false
}
