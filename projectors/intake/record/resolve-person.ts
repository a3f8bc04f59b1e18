import { createPerson } from '@recado/application/contacts/create-person'
import { resolvePerson } from '@recado/application/contacts/resolve-person'
import type { OwnClaim } from '@recado/application/contacts/withdraw-claims'
import type { Cause } from '@recado/application/intake/cause'
import { claimDepsOf, soughtPerson } from './claims.ts'
import { type Encounter, ownerOf } from './find-person.ts'
import { observation } from './observation.ts'
import type { BatchRecorder, Recorder } from './recorder.ts'

/**
 * Creates the contact of a person of whom nothing is known.
 * @param made receives the claims that were made in vain when something was known after all
 * @returns null when something is known; `resolvedPerson`, given `made`, then completes the work
 */
export async function createdPerson(
  recorder: BatchRecorder,
  cause: Cause,
  encounter: Encounter,
  made: OwnClaim[],
): Promise<string | null> {
  const { keys } = encounter
  if (keys.some((key) => ownerOf(recorder, key) !== null)) return null
  const sought = soughtPerson(recorder, cause, keys, encounter.said_at)
  return createPerson(claimDepsOf(recorder, cause), sought, observation(encounter), made)
}

/** The contact of a person, decided by the log and updated with what the provider says. @throws as resolvePerson */
export async function resolvedPerson(
  recorder: Recorder,
  cause: Cause,
  encounter: Encounter,
  made: OwnClaim[] = [],
): Promise<string> {
  const sought = soughtPerson(recorder, cause, encounter.keys, encounter.said_at)
  const deps = claimDepsOf(recorder, cause)
  const done = await resolvePerson(deps, sought, observation(encounter), made)
  if (done.refused !== undefined) throw new Error(`a provider is never refused: ${done.refused}`)
  return done.contact_id
}
