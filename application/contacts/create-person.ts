import { contact } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { isRefusal } from '@recado/domain/decision'
import { appendFirst } from '../commands/append-first.ts'
import { newEvents } from '../commands/command-context.ts'
import { identityScope, scopeOf } from '../facts/decisions.ts'
import { streamOf } from '../ids.ts'
import { type ClaimDeps, takeFirstClaim } from './claims.ts'
import type { PersonQuery } from './person-query.ts'
import type { Found, PersonDecision } from './resolve-person.ts'
import type { OwnClaim } from './withdraw-claims.ts'

/**
 * As resolvePerson, for a person who seems new: it reads nothing, because the store refuses to begin streams that exist.
 * @param made receives the claims of a failed attempt, for `resolvePerson` to complete or withdraw
 * @returns null when part of the person already existed
 */
export async function createPerson(
  deps: ClaimDeps,
  sought: PersonQuery,
  decideOn: PersonDecision<never>,
  made: OwnClaim[],
): Promise<string | null> {
  const [strongest, ...weaker] = sought.identities
  if (strongest === undefined) return null
  // Claim the strongest identity alone first: a caller that loses it must hold no other.
  const contact_id = await claimFirst(deps, sought, strongest, null)
  if (contact_id === null) return null
  const others = await Promise.all(
    weaker.map((identity) => claimFirst(deps, sought, identity, contact_id)),
  )
  const claimed = sought.identities.map((identity) => {
    return { identity, claimed_by: contact_id, isFresh: true }
  })
  if (
    !others.includes(null) &&
    (await appendNewContact(deps, sought, { contact_id, claimed }, decideOn))
  )
    return contact_id
  const own = [strongest, ...weaker.filter((_, i) => others[i] !== null)]
  made.push(...own.map((identity) => ({ identity, contact_id })))
  return null
}

async function claimFirst(
  deps: ClaimDeps,
  { account_id, contexts }: PersonQuery,
  { kind, match_key }: PersonQuery['identities'][number],
  contactId: string | null,
): Promise<string | null> {
  const claimable = { account_id, kind, match_key }
  const context = contexts(identityScope(deps.personIds, 'claim', claimable))
  return (await takeFirstClaim(deps, claimable, contactId, context))?.contact_id ?? null
}

async function appendNewContact(
  { store, cache }: ClaimDeps,
  { contexts }: PersonQuery,
  found: Found,
  decideOn: PersonDecision<never>,
): Promise<boolean> {
  const context = contexts(scopeOf('contact'))
  const facts = decideOn(found, context.now().toISOString())(contact.initialState)
  if (isRefusal(facts)) return false
  const stream = streamOf(contact, found.contact_id)
  const appended = await appendFirst(store, stream, newEvents<ContactEvent>(facts, context))
  if (appended === null) return false
  const state = facts.reduce(contact.evolve, contact.initialState)
  cache.put(stream, { state, revision: appended.revision })
  return true
}
