import { type OwnClaim, withdrawClaims } from '@recado/application/contacts/withdraw-claims'
import { type Cause, contextsOf } from '@recado/application/intake/cause'
import type { IdentityKey } from '@recado/application/intake/identity-keys'
import type { Intent } from '@recado/translation/intent'
import { claimDepsOf } from './claims.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'
import { createdPerson } from './resolve-person.ts'

type PersonListed = Extract<Intent, { kind: 'person_listed' }>

/** Creates a contact unless the person is or was known: a replay must restore no released identity and no old name. */
export async function recordListedPerson(
  recorder: BatchRecorder,
  cause: Cause,
  { profile_name, said_at }: PersonListed,
  keys: readonly IdentityKey[],
): Promise<Recorded> {
  const made: OwnClaim[] = []
  const encounter = { keys, profile_name, session: null, said_at }
  if ((await createdPerson(recorder, cause, encounter, made)) !== null) return 'recorded'
  const contexts = contextsOf(recorder, cause)
  await withdrawClaims(claimDepsOf(recorder, cause), cause.account_id, made, contexts)
  return 'repeated'
}
