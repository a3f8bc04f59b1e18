import { createPerson } from '@recado/application/contacts/create-person'
import { resolvePerson } from '@recado/application/contacts/resolve-person'
import type { OwnClaim } from '@recado/application/contacts/withdraw-claims'
import type { Cause } from '@recado/application/intake/cause'
import { claimDepsOf, personQuery } from './claims.ts'
import { type Encounter, ownerOf } from './find-person.ts'
import { observation } from './observation.ts'
import type { BatchRecorder, Recorder } from './recorder.ts'

/**
 * Creates the contact of a person none of whose identities is known.
 * @param made receives the claims that were made in vain when something was known after all
 * @returns null when something is known; `resolveByLog`, given `made`, then completes the work
 */
export async function createUnknownPerson(
  recorder: BatchRecorder,
  cause: Cause,
  encounter: Encounter,
  made: OwnClaim[],
): Promise<string | null> {
  const { keys } = encounter
  if (keys.some((key) => ownerOf(recorder, key) !== null)) return null
  const sought = personQuery(recorder, cause, keys, encounter.said_at)
  return createPerson(claimDepsOf(recorder, cause), sought, observation(encounter), made)
}

/** Finds or creates the contact by the log, and updates it with what the provider says. @throws as resolvePerson */
export async function resolveByLog(
  recorder: Recorder,
  cause: Cause,
  encounter: Encounter,
  made: OwnClaim[] = [],
): Promise<string> {
  const sought = personQuery(recorder, cause, encounter.keys, encounter.said_at)
  const deps = claimDepsOf(recorder, cause)
  const done = await resolvePerson(deps, sought, observation(encounter), made)
  if (done.refused !== undefined) throw new Error(`a provider is never refused: ${done.refused}`)
  return done.contact_id
}
