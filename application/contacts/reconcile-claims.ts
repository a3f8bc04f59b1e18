import { contact, identityKey, type LinkedIdentity } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { unlinkIdentity } from '@recado/domain/contact/unlink-identity'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import { execute } from '../commands/execute.ts'
import { identityScope } from '../facts/decisions.ts'
import { newestPosition } from '../newest-position.ts'
import { type ClaimDeps, endClaim, takeClaim } from './claims.ts'
import { type Contexts, contactState } from './contact-state.ts'

type Named = Pick<LinkedIdentity, 'kind' | 'match_key'>

export type Owner = { readonly account_id: string; readonly contact_id: string }

/**
 * Brings claims in line with a contact's newest facts. Claims and contacts are separate streams: another writer may
 * have ended a claim while its identity was linked, or the reverse, and the last writer repairs it here.
 * @returns the log position of the last fact written, if any
 */
export async function reconcileClaims(
  deps: ClaimDeps,
  owner: Owner,
  facts: readonly Pick<ContactEvent, 'type' | 'data'>[],
  contexts: Contexts,
): Promise<bigint | null> {
  const linked = identitiesNamedIn(facts, 'ContactIdentityLinked')
  const positions: (bigint | null)[] = []
  for (const identity of linked) positions.push(await ensureClaim(deps, owner, identity, contexts))
  for (const identity of identitiesNamedIn(facts, 'ContactIdentityUnlinked'))
    positions.push(await releaseClaim(deps, owner, identity, contexts))
  return newestPosition(positions)
}

/** Brings the claim of one identity in line with whether the contact shows it. */
export async function reconcileClaim(
  deps: ClaimDeps,
  owner: Owner,
  identity: Named,
  contexts: Contexts,
): Promise<void> {
  if (await isLinked(deps, owner, identity)) await ensureClaim(deps, owner, identity, contexts)
  else await releaseClaim(deps, owner, identity, contexts)
}

/**
 * Ends a contact's claim on an identity that is not linked to it. A claim whose identity is linked meanwhile stays.
 * @returns the log position; null when nothing had to end
 */
export async function releaseClaim(
  deps: ClaimDeps,
  owner: Owner,
  identity: Named,
  contexts: Contexts,
): Promise<bigint | null> {
  if (await isLinked(deps, owner, identity)) return null
  const claimable = { account_id: owner.account_id, ...keyOf(identity) }
  const scope = identityScope(deps.personIds, 'end', claimable)
  for (let last: bigint | null = null; ; ) {
    // Repeat: where fact ids are computed, the store may take the end of a later claim for a repeat of an earlier
    // end.
    const ended = await endClaim(deps, claimable, owner.contact_id, contexts(scope))
    if (ended === null) return last
    last = ended
    if (!(await isLinked(deps, owner, identity))) continue
    await ensureClaim(deps, owner, identity, contexts)
    return last
  }
}

/** Also unlinks the identity when it names another contact by now. */
async function ensureClaim(
  deps: ClaimDeps,
  owner: Owner,
  identity: Named,
  contexts: Contexts,
): Promise<bigint | null> {
  const { account_id, contact_id } = owner
  const claimable = { account_id, ...keyOf(identity) }
  const context = contexts(identityScope(deps.personIds, 'hold', claimable))
  const taken = await takeClaim(deps, claimable, contact_id, context)
  // The claim may have ended because the identity was unlinked after our decision: check again.
  if (taken.position !== null)
    return newestPosition([taken.position, await releaseClaim(deps, owner, identity, contexts)])
  return taken.contact_id === contact_id
    ? null
    : unlinkLostIdentity(deps, owner, identity, contexts)
}

/** A merged contact's survivor keeps the identity. */
async function unlinkLostIdentity(
  deps: ClaimDeps,
  { account_id, contact_id }: Owner,
  identity: Named,
  contexts: Contexts,
): Promise<bigint | null> {
  if ((await contactState(deps, contact_id))?.merged_into != null) return null
  const claimable = { account_id, ...keyOf(identity) }
  const context = contexts(identityScope(deps.personIds, 'yield', claimable))
  const command = { ...keyOf(identity), at: context.now().toISOString() }
  const execution = { aggregate: contact, id: contact_id, decide: unlinkIdentity, command, context }
  const done = await execute(deps, execution)
  return done.refused === undefined ? done.position : null
}

async function isLinked(deps: ClaimDeps, { contact_id }: Owner, identity: Named) {
  const state = await contactState(deps, contact_id)
  const key = identityKey(identity)
  return state?.merged_into === null && state.identities.some((link) => identityKey(link) === key)
}

function identitiesNamedIn(
  facts: readonly Pick<ContactEvent, 'type' | 'data'>[],
  type: ContactEvent['type'],
) {
  const last = new Map<string, ContactEvent['type']>()
  const identities = facts.flatMap((fact) => {
    if (fact.type !== 'ContactIdentityLinked' && fact.type !== 'ContactIdentityUnlinked') return []
    const identity = fact.data as LinkedIdentity
    last.set(identityKey(identity), fact.type)
    return isClaimed(identity) ? [identity] : []
  })
  const chosen = identities.filter((identity) => last.get(identityKey(identity)) === type)
  return [...new Map(chosen.map((identity) => [identityKey(identity), identity])).values()]
}

function keyOf({ kind, match_key }: Named) {
  return { kind, match_key }
}
