import type { Contact } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { Refusal } from '@recado/domain/decision'
import { ContestedStream } from '@recado/infra/event-store/errors'
import { scopeOf } from '../facts/decisions.ts'
import { newestPosition } from '../newest-position.ts'
import { type ClaimedIdentity, claimIdentities } from './claim-identities.ts'
import type { ClaimDeps } from './claims.ts'
import { executeOnContact } from './contact-state.ts'
import { findOwner } from './find-owner.ts'
import { mergeTwin } from './merge-twin.ts'
import type { PersonQuery } from './person-query.ts'
import { reconcileClaims } from './reconcile-claims.ts'
import { type OwnClaim, withdrawClaims } from './withdraw-claims.ts'

/** The resolved person: its contact, and which contact each identity names, in the order in which they were given. */
export type Found = {
  readonly contact_id: string
  readonly claimed: readonly ClaimedIdentity[]
}

/** @param at the time of the decision, ISO 8601 */
export type PersonDecision<Reason extends string> = (
  found: Found,
  at: string,
) => (state: Contact) => readonly ContactEvent[] | Refusal<Reason | 'contact_merged'>

export type Resolved = {
  readonly refused?: undefined
  readonly contact_id: string
  readonly facts: readonly ContactEvent[]
  /** Of the newest fact written to the contact or its claims, if any. */
  readonly position: bigint | null
}

type Refused<Reason extends string> = Refusal<
  Exclude<Reason, 'contact_merged'> | 'contact_not_found' | 'identity_taken'
>

/** `again`: claims or contacts have changed, so the person must be resolved anew. */
export type ResolveStep<Reason extends string> = Resolved | Refused<Reason> | 'again'

const MAX_TRIES = 25

/**
 * Finds, creates or merges the contact that identities name, claims them for it, and applies the decision of `decideOn`.
 * Claims and contacts are separate streams: what a crash or another writer left undone between them is completed
 * here.
 * @param made claims made for the person before; like those of each try, they end unless they are linked in the end
 * @throws as execute
 */
export async function resolvePerson<Reason extends string>(
  deps: ClaimDeps,
  sought: PersonQuery,
  decideOn: PersonDecision<Reason>,
  made: OwnClaim[] = [],
): Promise<Resolved | Refused<Reason>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const done = await resolveOnce(deps, sought, decideOn, made)
    if (done === 'again' && !sought.policy.allOrNothing) continue
    await withdrawClaims(deps, sought.account_id, made.splice(0), sought.contexts)
    if (done !== 'again') return done
  }
  throw new ContestedStream('the claims of a contact', MAX_TRIES)
}

/**
 * One try of resolvePerson.
 * @param made receives the claims it did not link, to be withdrawn after the last try only
 */
export async function resolveOnce<Reason extends string>(
  deps: ClaimDeps,
  sought: PersonQuery,
  decideOn: PersonDecision<Reason>,
  made: OwnClaim[],
): Promise<ResolveStep<Reason>> {
  const owners = await findOwner(deps, sought)
  if ('refused' in owners) return owners
  const found = await claimIdentities(deps, sought, owners)
  const isSettled = !found.isLost && !(await mergeTwin(deps, sought, found))
  const done = isSettled ? await executeDecision(deps, sought, found, decideOn) : 'again'
  if (done === 'again' || done.refused !== undefined) made.push(...ownClaims(found))
  return done
}

async function executeDecision<Reason extends string>(
  deps: ClaimDeps,
  { account_id, contexts }: PersonQuery,
  { contact_id, claimed }: Found,
  decideOn: PersonDecision<Reason>,
): Promise<ResolveStep<Reason>> {
  const context = contexts(scopeOf('contact'))
  const decision = decideOn({ contact_id, claimed }, context.now().toISOString())
  const decide = (_: null, state: Contact) => decision(state)
  const isNew = context.eventId === undefined && claimed.every(({ isFresh }) => isFresh)
  const execution = { id: contact_id, decide, command: null, context }
  const done = await executeOnContact(deps, execution, isNew)
  if (!('position' in done))
    return done.refused === 'contact_merged' ? 'again' : (done as Refused<Reason>)
  const facts: readonly ContactEvent[] = done.events
  const owner = { account_id, contact_id }
  const kept = isAllNew(facts, claimed) ? null : await reconcileClaims(deps, owner, facts, contexts)
  return { contact_id, facts, position: newestPosition([done.position, kept]) }
}

/** No other writer can have ended a claim of this call for a contact of this call. */
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
