import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { releaseIdentity } from '@recado/domain/contact-identity/release-identity'
import { claim, claimant } from '@recado/infra/contacts/claims'
import { execute } from '@recado/infra/event-store/execute'
import { type Cause, contextOf } from './cause.ts'
import type { IdentityKey } from './identity-keys.ts'
import type { Recorder } from './recorder.ts'

type Claimed = Pick<IdentityKey, 'id' | 'kind' | 'match_key'>

/** Whom the identity names, by the log. */
export function holderOf(recorder: Recorder, cause: Cause, key: Claimed): Promise<string | null> {
  return claimant(recorder, { account_id: cause.account_id, ...nameOf(key) })
}

/**
 * Lets the identity name a contact unless it names one already.
 * @param contactId null for a new person
 * @returns whom it names from now on
 */
export async function takeClaim(
  recorder: Recorder,
  cause: Cause,
  key: Claimed,
  contactId: string | null,
): Promise<string> {
  const identity = { account_id: cause.account_id, ...nameOf(key) }
  const context = contextOf(cause, `claim ${key.id}`, recorder.now)
  const holder = await claim(recorder, identity, contactId, context)
  // The raw event's own position is older than this claim and newer than any that it could have overlooked.
  recorder.memory.learn(key.id, holder, cause.raw.position)
  return holder
}

/** Ends a contact's claim; another's stays. */
export async function endClaim(
  recorder: Recorder,
  cause: Cause,
  key: Claimed,
  contactId: string,
): Promise<void> {
  const { account_id } = cause
  const at = recorder.now().toISOString()
  const done = await execute(recorder, {
    aggregate: contactIdentity,
    id: key.id,
    decide: releaseIdentity,
    command: { account_id, ...nameOf(key), contact_id: contactId, at },
    context: contextOf(cause, `release ${key.id}`, recorder.now),
  })
  if (done.refused === undefined && done.position !== null)
    recorder.memory.learn(key.id, null, done.position)
}

function nameOf({ kind, match_key }: Claimed) {
  return { kind, match_key }
}
