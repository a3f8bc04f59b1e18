import type { PersonIds } from '../person-ids.ts'
import type { Claimable } from './claims.ts'

// What the facts of a decision are about (see `Contexts`). Ids of intake's facts are computed from these texts, and the
// audit computes the ids again: a changed text would make every stored fact look unexplained. None holds what can be
// guessed, such as a phone: the ids of facts are not keyed.

/** Of the facts about the contact itself, and about its marketing preference. */
export const CONTACT_SCOPE = 'contact'
export const PREFERENCE_SCOPE = 'preference'
/** Of the fact that a contact was merged. */
export const MERGE_SCOPE = 'merge'

/** Of the facts that create a contact. */
export function createScope(contactId: string): string {
  return `create ${contactId}`
}

/** Of the facts about an identity that the person gave, beside those about who the person is. */
export function givenScope(scope: string): string {
  return `given ${scope}`
}

/** Of the facts by which a survivor adopts a merged contact. */
export function adoptScope(mergedId: string): string {
  return `adopt ${mergedId}`
}

/** Of the facts that claim an identity. */
export function claimScope(personIds: PersonIds, identity: Claimable): string {
  return `claim ${personIds.claimId(identity)}`
}

/** Of the facts by which a contact loses an identity to another person. */
export function leaveScope(personIds: PersonIds, identity: Claimable): string {
  return `leave ${personIds.claimId(identity)}`
}

/** Of the facts that move a claim between contacts. */
export function moveScope(personIds: PersonIds, identity: Claimable): string {
  return `move ${personIds.claimId(identity)}`
}

/** Of the facts that move a claim back to a contact that was merged by mistake. */
export function moveBackScope(personIds: PersonIds, identity: Claimable): string {
  return `move back ${personIds.claimId(identity)}`
}

/** Of the fact that an identity was replaced by another one of its person. */
export function replaceScope(personIds: PersonIds, identity: Claimable): string {
  return `replace ${personIds.claimId(identity)}`
}

/** Of the facts that end a claim whose identity is not linked. */
export function endScope(personIds: PersonIds, identity: Claimable): string {
  return `end ${personIds.claimId(identity)}`
}

/** Of the facts that claim an identity again because it is linked. */
export function holdScope(personIds: PersonIds, identity: Claimable): string {
  return `hold ${personIds.claimId(identity)}`
}

/** Of the facts that unlink an identity whose claim another contact has. */
export function yieldScope(personIds: PersonIds, identity: Claimable): string {
  return `yield ${personIds.claimId(identity)}`
}
