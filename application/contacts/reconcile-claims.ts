import { contact, identityKey, type LinkedIdentity } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { unlinkIdentity } from '@recado/domain/contact/unlink-identity'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import { execute } from '../commands/execute.ts'
import { endClaim } from './change-claims.ts'
import { type ClaimDeps, takeClaim } from './claims.ts'
import { type Contexts, contactState } from './contact-state.ts'

type Named = Pick<LinkedIdentity, 'kind' | 'match_key'>

/** A contact of an account. */
export type Owner = { readonly account_id: string; readonly contact_id: string }

/**
 * Makes claims say what a contact's newest facts say. Claims and contacts are streams of their own, so others may
 * have ended a claim while its identity was linked, or the other way round: whoever comes last sees it here.
 * @returns where in the log the last of it was written; null when nothing had to be
 */
export async function reconcileClaims(
  deps: ClaimDeps,
  owner: Owner,
  facts: readonly Pick<ContactEvent, 'type' | 'data'>[],
  contexts: Contexts,
): Promise<bigint | null> {
  const linked = named(facts, 'ContactIdentityLinked')
  const positions: (bigint | null)[] = []
  for (const identity of linked) positions.push(await ensureClaim(deps, owner, identity, contexts))
  for (const identity of named(facts, 'ContactIdentityUnlinked'))
    positions.push(await releaseClaim(deps, owner, identity, contexts))
  return newest(positions)
}

/** Makes the claim on one identity say what the contact says: its own while it is linked, not its own otherwise. */
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
 * Ends a contact's claim on an identity that it is not linked to. Who links it meanwhile keeps it.
 * @returns where in the log
 */
export async function releaseClaim(
  deps: ClaimDeps,
  owner: Owner,
  identity: Named,
  contexts: Contexts,
): Promise<bigint | null> {
  if (await isLinked(deps, owner, identity)) return null
  const claimable = { account_id: owner.account_id, ...keyOf(identity) }
  const scope = `end ${identityKey(identity)}`
  for (let last: bigint | null = null; ; ) {
    // Until there is none to end: where ids of facts are computed, the store takes the end of a later claim for that
    // of an earlier one by somebody who records the same.
    const ended = await endClaim(deps, claimable, owner.contact_id, contexts(scope))
    if (ended === null) return last
    last = ended
    if (!(await isLinked(deps, owner, identity))) continue
    await ensureClaim(deps, owner, identity, contexts)
    return last
  }
}

/** The latest of several positions; null when there is none. */
export function newest(positions: readonly (bigint | null)[]): bigint | null {
  return positions.reduce((one, other) => ((other ?? -1n) > (one ?? -1n) ? other : one), null)
}

/** Claims what the contact is linked to; it is unlinked again when it names somebody else by now. */
async function ensureClaim(
  deps: ClaimDeps,
  owner: Owner,
  identity: Named,
  contexts: Contexts,
): Promise<bigint | null> {
  const { account_id, contact_id } = owner
  const claimable = { account_id, ...keyOf(identity) }
  const context = contexts(`hold ${identityKey(identity)}`)
  const taken = await takeClaim(deps, claimable, contact_id, context)
  // Who had ended the claim may have done so because the identity was unlinked after us.
  if (taken.position !== null)
    return newest([taken.position, await releaseClaim(deps, owner, identity, contexts)])
  return taken.contact_id === contact_id
    ? null
    : unlinkLostIdentity(deps, owner, identity, contexts)
}

/** If the contact was merged, its survivor keeps the identity; otherwise unlinks it. */
async function unlinkLostIdentity(
  deps: ClaimDeps,
  { contact_id }: Owner,
  identity: Named,
  contexts: Contexts,
): Promise<bigint | null> {
  if ((await contactState(deps, contact_id))?.merged_into != null) return null
  const context = contexts(`yield ${identityKey(identity)}`)
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

function named(facts: readonly Pick<ContactEvent, 'type' | 'data'>[], type: ContactEvent['type']) {
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
