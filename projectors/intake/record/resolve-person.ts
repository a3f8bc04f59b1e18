import { createPerson } from '@recado/application/contacts/create-person'
import { resolvePerson } from '@recado/application/contacts/resolve-person'
import type { Cause } from './cause.ts'
import { learning, soughtBy } from './claims.ts'
import { type Encounter, ownerOf } from './find-person.ts'
import { observation } from './observation.ts'
import type { BatchRecorder, Recorder } from './recorder.ts'

/**
 * Creates the contact of a person nobody has heard of.
 * @returns null when something is known of it, or was known after all; `resolvedPerson` completes what was done then
 */
export async function createdPerson(
  recorder: BatchRecorder,
  cause: Cause,
  encounter: Encounter,
): Promise<string | null> {
  const { keys } = encounter
  if (keys.some((key) => ownerOf(recorder, key) !== null)) return null
  const sought = soughtBy(recorder, cause, keys)
  return createPerson(learning(recorder, cause), sought, observation(encounter))
}

/**
 * The contact of a person, decided by the log and brought up to what the provider says.
 * @throws as resolvePerson
 */
export async function resolvedPerson(
  recorder: Recorder,
  cause: Cause,
  encounter: Encounter,
): Promise<string> {
  const sought = soughtBy(recorder, cause, encounter.keys)
  const done = await resolvePerson(learning(recorder, cause), sought, observation(encounter))
  if (done.refused !== undefined) throw new Error(`a provider is never refused: ${done.refused}`)
  return done.contact_id
}
