import { isAnotherPerson } from '@recado/domain/contact/another-person'
import { type Contact, contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { returnIdentities } from '@recado/domain/contact/return-identities'
import { isOlder } from '@recado/domain/provider-clock'
import { execute } from '../commands/execute.ts'
import { identityScope } from '../facts/decisions.ts'
import { type ClaimDeps, claimState, takeFreeClaim } from './claims.ts'
import { contactState, ensureContact } from './contact-state.ts'
import type { Owners } from './find-owner.ts'
import type { PersonQuery } from './person-query.ts'
import { providerLinks } from './provider-links.ts'
import { releaseClaim } from './reconcile-claims.ts'

export type ClaimedIdentity = {
  readonly identity: LinkedIdentity
  readonly claimed_by: string
  readonly isFresh: boolean
}

export type Claimed = {
  readonly contact_id: string
  /** Incomplete when a claim was lost. */
  readonly claimed: readonly ClaimedIdentity[]
  /** Another writer won a claim although all claims are required: resolve again. */
  readonly isLost: boolean
}

/** Claims a person's unclaimed identities, and those that move to it. The strongest claim names a new person. */
export async function claimIdentities(
  deps: ClaimDeps,
  sought: PersonQuery,
  { contact_id, byIdentity }: Owners,
): Promise<Claimed> {
  const claimed: ClaimedIdentity[] = []
  let person = contact_id
  for (const [i, identity] of sought.identities.entries()) {
    const one = await claimOne(deps, sought, identity, { person, owner: byIdentity[i] ?? null })
    person ??= one.claimed_by
    if (one.isLost) return { contact_id: person, claimed, isLost: true }
    claimed.push({ identity, claimed_by: one.claimed_by, isFresh: one.isFresh })
  }
  if (person === null) throw new Error('a new contact needs at least one identity')
  return { contact_id: person, claimed, isLost: false }
}

async function claimOne(
  deps: ClaimDeps,
  sought: PersonQuery,
  identity: LinkedIdentity,
  { person, owner }: { readonly person: string | null; readonly owner: string | null },
) {
  const { account_id, policy, contexts } = sought
  const { kind, match_key } = identity
  const isForeign = owner !== null && owner !== person
  const isTaken = isForeign && (await movesToPerson(deps, sought, identity, owner))
  if (owner !== null && !isTaken) return { claimed_by: owner, isFresh: false, isLost: false }
  if (owner !== null) await unlinkAndRelease(deps, sought, identity, owner)
  const claimable = { account_id, kind, match_key }
  const claim = await takeFreeClaim(
    deps,
    claimable,
    person,
    contexts(identityScope(deps.personIds, 'claim', claimable)),
  )
  const isFresh = claim.position !== null
  const isOthers = person === null ? !isFresh : claim.contact_id !== person
  return { claimed_by: claim.contact_id, isFresh, isLost: policy.allOrNothing && isOthers }
}

/**
 * Whether another contact's identity moves to the person: a username always, and a phone whose owner has another
 * BSUID, so that the newcomer gets nothing meant for the previous holder. A report from before its claim moves
 * nothing: it is compared with the report that led to the claim by the provider's clock, and with any other claim by
 * ours. Within one second an announced change counts as newer, because it says who has the phone from now on; a message
 * does not. Whoever has a BSUID and had the phone before an announced change is a previous holder, too: in which
 * portfolio the BSUID is, nobody tells.
 */
async function movesToPerson(
  deps: ClaimDeps,
  { account_id, identities, known_as = [], replaced, said_at, policy }: PersonQuery,
  { kind, match_key }: LinkedIdentity,
  owner: string,
): Promise<boolean> {
  if (policy.foreign[kind] === 'take') return true
  if (policy.foreign[kind] !== 'merge' || kind !== 'phone' || said_at === undefined) return false
  const state = await contactState(deps, owner)
  if (state === null) return false
  const isUnlike = isAnotherPerson(state, [...identities, ...known_as], replaced)
  if (!isUnlike && (replaced === undefined || !hasUserId(state))) return false
  const claim = await claimState(deps, { account_id, kind, match_key })
  if (claim === null || claim.claimed_at === null) return false
  const since = claim.said_at ?? claim.claimed_at
  return replaced === undefined || !isUnlike ? isOlder(since, said_at) : !isOlder(said_at, since)
}

function hasUserId({ identities }: NonNullable<Contact>): boolean {
  return identities.some(({ kind }) => kind === 'business_scoped_user_id')
}

/**
 * Takes an identity from the contact that it names. The owner is created first: a process that creates a contact
 * assumes that none of its claims was released.
 */
export async function unlinkAndRelease(
  deps: ClaimDeps,
  { account_id, contexts }: Pick<PersonQuery, 'account_id' | 'contexts'>,
  identity: LinkedIdentity,
  owner: string,
): Promise<void> {
  const { kind, match_key } = identity
  await ensureContact(deps, owner, contexts)
  const context = contexts(identityScope(deps.personIds, 'leave', { account_id, kind, match_key }))
  const identities = providerLinks(identity)
  const command = { identities, merged_contacts: 0, at: context.now().toISOString() }
  await execute(deps, { aggregate: contact, id: owner, decide: returnIdentities, command, context })
  await releaseClaim(deps, { account_id, contact_id: owner }, { kind, match_key }, contexts)
}
