import { newEvents } from '@recado/application/commands/command-context'
import { contactId, streamOf } from '@recado/application/ids'
import { contact } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { observePerson } from '@recado/domain/contact/observe-person'
import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { isRefusal } from '@recado/domain/decision'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { Appended, NewEvent } from '@recado/infra/event-store/event-store'
import { type Cause, contextOf } from './cause.ts'
import { type Encounter, ownerOf } from './find-person.ts'
import { type IdentityKey, linksOf } from './identity-keys.ts'
import type { BatchRecorder, Recorder } from './recorder.ts'

/**
 * Creates the contact of a person nobody has heard of, without a question to the log: the store refuses
 * whatever is not as new as it seems.
 * @returns null when something was known after all; what was done then is completed by `resolvePerson`
 */
export async function createPerson(
  recorder: BatchRecorder,
  cause: Cause,
  encounter: Encounter,
): Promise<string | null> {
  const [strongest, ...weaker] = encounter.keys
  if (strongest === undefined) return null
  if (encounter.keys.some((key) => ownerOf(recorder, key) !== null)) return null
  const contact_id = contactId(claimOf(strongest), 0n)
  // The strongest alone first: who loses it must not hold any other.
  if (!(await firstClaim(recorder, cause, strongest, contact_id))) return null
  const claims = weaker.map((key) => firstClaim(recorder, cause, key, contact_id))
  if ((await Promise.all(claims)).includes(false)) return null
  return (await firstMeeting(recorder, cause, contact_id, encounter)) ? contact_id : null
}

async function firstClaim(
  recorder: Recorder,
  cause: Cause,
  key: IdentityKey,
  contact_id: string,
): Promise<boolean> {
  const { kind, match_key } = key
  const { account_id } = cause
  const at = recorder.now().toISOString()
  const facts = claimIdentity({ account_id, kind, match_key, contact_id, at }, null)
  if (isRefusal(facts)) return false
  const context = contextOf(cause, `claim ${key.id}`, recorder.now)
  const done = await appendFirst(recorder, claimOf(key), newEvents(facts, context))
  if (done !== null) recorder.memory.learn(key.id, contact_id, done.position)
  return done !== null
}

async function firstMeeting(
  recorder: Recorder,
  cause: Cause,
  contact_id: string,
  { keys, profile_name, session }: Encounter,
): Promise<boolean> {
  const links = keys.flatMap(linksOf)
  const at = recorder.now().toISOString()
  const news = { contact_id, profile_name, session, links, conflicts: [], unlinks: [], at }
  const facts = observePerson(news, null)
  if (isRefusal(facts)) return false
  const stream = streamOf(contact, contact_id)
  const events = newEvents<ContactEvent>(facts, contextOf(cause, 'contact', recorder.now))
  const done = await appendFirst(recorder, stream, events)
  if (done === null) return false
  const state = facts.reduce(contact.evolve, contact.initialState)
  recorder.cache.put(stream, { state, revision: done.revision })
  return true
}

async function appendFirst(
  { store }: Recorder,
  stream: string,
  events: readonly NewEvent[],
): Promise<Appended | null> {
  try {
    return await store.append(stream, 'no_stream', events)
  } catch (error) {
    if (error instanceof RevisionConflict) return null
    throw error
  }
}

function claimOf({ id }: IdentityKey): string {
  return streamOf(contactIdentity, id)
}
