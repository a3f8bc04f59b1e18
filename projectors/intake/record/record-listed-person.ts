import { execute } from '@recado/application/commands/execute'
import { contactState } from '@recado/application/contacts/contact-state'
import { type OwnClaim, withdrawClaims } from '@recado/application/contacts/withdraw-claims'
import { scopeOf } from '@recado/application/facts/decisions'
import { type Cause, contextOf, contextsOf } from '@recado/application/intake/cause'
import type { IdentityKey } from '@recado/application/intake/identity-keys'
import { contact } from '@recado/domain/contact/contact'
import { renameContact } from '@recado/domain/contact/rename-contact'
import type { Intent } from '@recado/translation/intent'
import { claimDepsOf, firstOwner } from './claims.ts'
import type { Encounter } from './find-person.ts'
import type { BatchRecorder, Recorded, Recorder } from './recorder.ts'
import { createUnknownPerson } from './resolve-person.ts'

type PersonListed = Extract<Intent, { kind: 'person_listed' }>

/**
 * Creates a contact unless the person is or was known: a replay must restore no released identity, and no name that
 * somebody else gave.
 */
export async function recordListedPerson(
  recorder: BatchRecorder,
  cause: Cause,
  { profile_name, said_at }: PersonListed,
  keys: readonly IdentityKey[],
): Promise<Recorded> {
  const made: OwnClaim[] = []
  const encounter = { keys, profile_name, session: null, listed: true, said_at }
  if ((await createUnknownPerson(recorder, cause, encounter, made)) !== null) return 'recorded'
  const contexts = contextsOf(recorder, cause)
  await withdrawClaims(claimDepsOf(recorder, cause), cause.account_id, made, contexts)
  return (await isRenamed(recorder, cause, encounter)) ? 'recorded' : 'repeated'
}

/** A contact that has its name from the address book follows a change of the name there. */
async function isRenamed(
  recorder: Recorder,
  cause: Cause,
  { keys, profile_name: name, said_at }: Encounter,
): Promise<boolean> {
  const id = await firstOwner(recorder, cause, keys)
  if (id === null || !(await contactState(recorder, id))?.named_by_list) return false
  const command = { name, source: 'provider', listed: true, said_at } as const
  const done = await execute(recorder, {
    aggregate: contact,
    id,
    decide: renameContact,
    command: { ...command, at: recorder.now().toISOString() },
    context: contextOf(cause, scopeOf('contact'), recorder.now),
  })
  return done.refused === undefined && done.events.length > 0
}
