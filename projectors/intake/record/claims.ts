import { claim, claimStream } from '@recado/application/contacts/claims'
import { currentOwner } from '@recado/application/contacts/current-owner'
import { releaseClaim } from '@recado/application/contacts/reconcile-claims'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Cause, contextOf, contextsOf } from './cause.ts'
import type { IdentityKey } from './identity-keys.ts'
import type { Recorder } from './recorder.ts'

type Claimed = Pick<IdentityKey, 'id' | 'kind' | 'match_key'>

/** Whom the identity names, by the log, after finishing what a crash left undone. */
export function holderOf(recorder: Recorder, cause: Cause, key: Claimed): Promise<string | null> {
  const identity = { account_id: cause.account_id, ...nameOf(key) }
  return currentOwner(recorder, identity, contextsOf(recorder, cause))
}

/** Whom the first of the identities that name anybody names; asked for all of them, which completes every claim. */
export async function holderAmong(recorder: Recorder, cause: Cause, keys: readonly Claimed[]) {
  let first: string | null = null
  for (const key of keys) {
    const holder = await holderOf(recorder, cause, key)
    first ??= holder
  }
  return first
}

/** What the facts of a claim are about: taken by whom it names first, or moved to the contact merged into. */
export function claimScopes({ id, kind, match_key }: Claimed): readonly [string, string] {
  return [`claim ${id}`, `move ${kind} ${match_key}`]
}

/** Remembers whom the identity names after others than this recorder's own claims have changed it. */
export async function followClaim(recorder: Recorder, cause: Cause, key: Claimed): Promise<void> {
  const stream = claimStream({ account_id: cause.account_id, ...nameOf(key) })
  const last = await recorder.store.readLast(stream)
  if (last !== null) recorder.memory.follow(last as RecordedEvent<ContactIdentityEvent>)
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
  const [taking] = claimScopes(key)
  const context = contextOf(cause, taking, recorder.now)
  const holder = await claim(recorder, identity, contactId, context)
  // The raw event's own position is older than this claim and newer than any that it could have overlooked.
  recorder.memory.learn(key.id, holder, cause.raw.position)
  return holder
}

/** Ends a contact's claim on what it is no longer linked to; another's stays. */
export async function endClaim(
  recorder: Recorder,
  cause: Cause,
  key: Claimed,
  contact_id: string,
): Promise<void> {
  const owner = { account_id: cause.account_id, contact_id }
  await releaseClaim(recorder, owner, nameOf(key), contextsOf(recorder, cause))
  await followClaim(recorder, cause, key)
}

function nameOf({ kind, match_key }: Claimed) {
  return { kind, match_key }
}
