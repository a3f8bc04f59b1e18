import { claimScope, moveScope } from '@recado/application/contacts/claims'
import { survivorOf } from '@recado/application/contacts/contact-state'
import { releaseClaim } from '@recado/application/contacts/reconcile-claims'
import { tryToResolve } from '@recado/application/contacts/resolve-person'
import { type OwnClaim, withdrawClaims } from '@recado/application/contacts/withdraw-claims'
import { streamOf } from '@recado/application/ids'
import { type Cause, contextOf, contextsOf } from '@recado/application/intake/cause'
import { type IdentityKey, identityKeys, linkOf } from '@recado/application/intake/identity-keys'
import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { contact } from '@recado/domain/contact/contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { Intent } from '@recado/translation/intent'
import { firstOwner, learning, soughtBy } from './claims.ts'
import { observation } from './observation.ts'
import type { Recorded, Recorder } from './recorder.ts'

type IdentityChanged = Extract<Intent, { kind: 'identity_changed' }>

/**
 * A person goes on under another number or id: the new ones are linked, those they replace given free. Whoever
 * wrote under the new ones already was the same person: the two contacts become one. Who is not known, or has
 * changed again since, is left as it is.
 */
export async function recordIdentityChange(
  recorder: Recorder,
  cause: Cause,
  { before, after }: IdentityChanged,
): Promise<Recorded> {
  const { account_id, connection_id } = cause
  const change = {
    before: identityKeys(account_id, connection_id, before),
    after: identityKeys(account_id, connection_id, after),
  }
  const made: OwnClaim[] = []
  for (;;) {
    const done = await tryToRecord(recorder, cause, change, made)
    if (done === 'again') continue
    const contexts = contextsOf(recorder, cause)
    await withdrawClaims(learning(recorder, cause), account_id, made, contexts)
    return done
  }
}

type Change = { readonly before: readonly IdentityKey[]; readonly after: readonly IdentityKey[] }

async function tryToRecord(
  recorder: Recorder,
  cause: Cause,
  { before, after }: Change,
  made: OwnClaim[],
): Promise<Recorded | 'again'> {
  const { account_id } = cause
  // Asked for all of them, which also completes a merge that a crash has left: a claim that stayed behind would
  // bring back later what is given up here.
  const named = await firstOwner(recorder, cause, before)
  const owner = (await changedBefore(recorder, cause, after)) ?? named
  if (owner === null) return 'repeated'
  const isDone = await isTold(recorder, cause, owner)
  const contact_id = isDone ? owner : await relink(recorder, cause, owner, { before, after }, made)
  if (contact_id === null) return 'again'
  // Last: a crash before it leaves claims that tell the next try whom this was about.
  const contexts = contextsOf(recorder, cause)
  for (const key of replacedBy(after, before))
    await releaseClaim(learning(recorder, cause), { account_id, contact_id }, key, contexts)
  return isDone ? 'repeated' : 'recorded'
}

/** @returns whose the new identities are now; null when contacts have changed on the way, so that all is asked anew */
async function relink(
  recorder: Recorder,
  cause: Cause,
  owner: string,
  { before, after }: Change,
  made: OwnClaim[],
): Promise<string | null> {
  const sought = {
    ...soughtBy(recorder, cause, after, cause.raw.data.received_at),
    contact_id: owner,
    replaced: replacedBy(after, before).map(linkOf),
  }
  const told = observation({ profile_name: null, session: null }, (links) =>
    replacedBy(links, before),
  )
  const done = await tryToResolve(learning(recorder, cause), sought, told, made)
  if (done === 'again') return null
  if (done.refused !== undefined) throw new Error(`a provider is never refused: ${done.refused}`)
  return done.contact_id
}

/** Identities that others of their kind replace. */
function replacedBy(links: readonly LinkedIdentity[], before: readonly IdentityKey[]) {
  return before.filter((old) =>
    links.some((key) => key.kind === old.kind && key.match_key !== old.match_key),
  )
}

/** Whose the new identities became by this very change, if it was recorded before. */
async function changedBefore(
  recorder: Recorder,
  cause: Cause,
  after: readonly IdentityKey[],
): Promise<string | null> {
  for (const key of after) {
    const stream = streamOf(contactIdentity, key.id)
    const { kind, match_key } = key
    const contexts = contextsOf(recorder, cause)
    const taken = contexts(claimScope({ account_id: cause.account_id, kind, match_key }))
    const moved = contexts(moveScope(key))
    const events = await recorder.recent.streams.read(recorder.store, stream)
    for (const id of [taken.eventId?.(0), moved.eventId?.(1)]) {
      const contact_id = events.get(id ?? '') ?? null
      if (contact_id !== null)
        return (await survivorOf(recorder, contact_id))?.contact_id ?? contact_id
    }
  }
  return null
}

/** Whether the contact was told of this change: then only its claims may still be in the way. */
async function isTold(
  { store, now, recent }: Recorder,
  cause: Cause,
  contactId: string,
): Promise<boolean> {
  const first = contextOf(cause, 'contact', now).eventId?.(0)
  const events = await recent.streams.read(store, streamOf(contact, contactId))
  return events.has(first ?? '')
}
