import type { Contact } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { Refusal } from '@recado/domain/decision'
import { ContestedStream } from '@recado/infra/event-store/errors'
import { type ClaimedIdentity, claimIdentities } from './claim-identities.ts'
import type { ClaimDeps } from './claims.ts'
import { findOwner } from './find-owner.ts'
import { mergeTwin } from './merge-twin.ts'
import { newest, reconcileClaims } from './reconcile-claims.ts'
import type { Sought } from './sought.ts'
import { tellContact } from './tell-contact.ts'
import { type OwnClaim, withdrawClaims } from './withdraw-claims.ts'

/** A person found: its contact, and whom each of its identities names, in the order they were given. */
export type Found = {
  readonly contact_id: string
  readonly claimed: readonly ClaimedIdentity[]
}

/** What is told to the contact of the person found: a decision, given its moment. */
export type Tell<Reason extends string> = (
  found: Found,
  at: string,
) => (state: Contact) => readonly ContactEvent[] | Refusal<Reason | 'contact_merged'>

/** The person's contact as it was left. */
export type Resolved = {
  readonly refused?: undefined
  readonly contact_id: string
  /** What was written to the contact. */
  readonly facts: readonly ContactEvent[]
  /** Of the newest fact written to it or to its claims; null when there was nothing to write. */
  readonly position: bigint | null
}

/** `identity_taken` names the kind, as detail, that belongs to another contact. */
type Refused<Reason extends string> = Refusal<
  Exclude<Reason, 'contact_merged'> | 'contact_not_found' | 'identity_taken'
>

/** What came of one try; `again`: claims or contacts have changed on the way, so it has to be asked anew who it is. */
export type Tried<Reason extends string> = Resolved | Refused<Reason> | 'again'

const MAX_TRIES = 25

/**
 * Finds the contact that identities name, creates or merges it as the policy says, claims the identities for it and
 * tells it what is new. Claims and contacts are streams of their own: whatever others or a crash have left undone
 * between them is completed on the way.
 * @param made claims made for the person before: like those of each try, they end unless they are linked in the end
 * @throws as execute
 */
export async function resolvePerson<Reason extends string>(
  deps: ClaimDeps,
  sought: Sought,
  tell: Tell<Reason>,
  made: OwnClaim[] = [],
): Promise<Resolved | Refused<Reason>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const done = await tryToResolve(deps, sought, tell, made)
    if (done === 'again' && !sought.policy.allOrNothing) continue
    await withdrawClaims(deps, sought.account_id, made.splice(0), sought.contexts)
    if (done !== 'again') return done
  }
  throw new ContestedStream('the claims of a contact', MAX_TRIES)
}

/**
 * As resolvePerson, once.
 * @param made gets the claims that this try made and did not link: they are to be withdrawn when all is done, as the
 * next try may find somebody else
 */
export async function tryToResolve<Reason extends string>(
  deps: ClaimDeps,
  sought: Sought,
  tell: Tell<Reason>,
  made: OwnClaim[],
): Promise<Tried<Reason>> {
  const owners = await findOwner(deps, sought)
  if ('refused' in owners) return owners
  const found = await claimIdentities(deps, sought, owners)
  const isSettled = !found.isLost && !(await mergeTwin(deps, sought, found))
  const done = isSettled ? await tellPerson(deps, sought, found, tell) : 'again'
  if (done === 'again' || done.refused !== undefined) made.push(...ownClaims(found))
  return done
}

async function tellPerson<Reason extends string>(
  deps: ClaimDeps,
  { account_id, contexts }: Sought,
  { contact_id, claimed }: Found,
  tell: Tell<Reason>,
): Promise<Tried<Reason>> {
  const context = contexts('contact')
  const decision = tell({ contact_id, claimed }, context.now().toISOString())
  const decide = (_: null, state: Contact) => decision(state)
  const done = await tellContact(deps, { id: contact_id, decide, command: null, context })
  if (!('position' in done))
    return done.refused === 'contact_merged' ? 'again' : (done as Refused<Reason>)
  const facts: readonly ContactEvent[] = done.events
  const owner = { account_id, contact_id }
  const kept = isAllNew(facts, claimed) ? null : await reconcileClaims(deps, owner, facts, contexts)
  return { contact_id, facts, position: newest([done.position, kept]) }
}

/** Nobody can have ended a claim of this call's on a contact that did not exist before it. */
function isAllNew(facts: readonly ContactEvent[], claimed: readonly ClaimedIdentity[]): boolean {
  return (
    facts.some(({ type }) => type === 'ContactCreated') && claimed.every(({ isFresh }) => isFresh)
  )
}

function ownClaims({ claimed }: Found): readonly OwnClaim[] {
  return claimed.flatMap(({ identity, claimed_by, isFresh }) =>
    isFresh ? [{ identity, contact_id: claimed_by }] : [],
  )
}
