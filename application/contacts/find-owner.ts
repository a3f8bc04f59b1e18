import { isAnotherPerson } from '@recado/domain/contact/another-person'
import { identityKey, type LinkedIdentity } from '@recado/domain/contact/contact'
import { type Refusal, refuse } from '@recado/domain/decision'
import type { ExecuteDeps } from '../commands/execute.ts'
import type { ClaimDeps } from './claims.ts'
import { contactState, survivorOf } from './contact-state.ts'
import { currentOwner } from './current-owner.ts'
import type { PersonQuery } from './person-query.ts'

export type Owners = {
  /** Null for a new person. */
  readonly contact_id: string | null
  /** In the order of the identities; null for an unclaimed one. */
  readonly byIdentity: readonly (string | null)[]
}

/** Finds a person's contact: the one given by id, else the one that the strongest claimed identity names. */
export async function findOwner(
  deps: ClaimDeps,
  sought: PersonQuery,
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
  { creates }: PersonQuery['policy'],
): Promise<{ readonly contact_id: string } | 'contact_not_found'> {
  const survivor = await survivorOf(deps, contact_id)
  return survivor ?? (creates ? { contact_id } : 'contact_not_found')
}

/**
 * Whether a contact is known to be another person than the one with these identities, as when a number has moved on.
 * A BSUID that the contact gave up proves nothing: a report from before its change may arrive after it.
 */
export async function isOtherPerson(
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
 * A username, which moves between people, decides only if its owner is known by nothing else. A contact that the
 * BSUID shows to be another person is passed over.
 */
async function strongestOwner(
  deps: ClaimDeps,
  { identities, policy: { foreign, tellsApart } }: PersonQuery,
  byIdentity: Owners['byIdentity'],
): Promise<string | null> {
  for (const [i, { kind }] of identities.entries()) {
    const owner = byIdentity[i] ?? null
    if (owner === null || (tellsApart && (await isOtherPerson(deps, owner, identities)))) continue
    if (foreign[kind] !== 'take' || !(await isKnownOtherwise(deps, owner, foreign))) return owner
  }
  return null
}

async function isKnownOtherwise(
  deps: ClaimDeps,
  contactId: string,
  foreign: PersonQuery['policy']['foreign'],
): Promise<boolean> {
  const state = await contactState(deps, contactId)
  return state?.identities.some(({ kind }) => foreign[kind] !== 'take') ?? false
}
