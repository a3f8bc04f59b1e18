import { claimState, replaceIdentityBy } from '@recado/application/contacts/claims'
import { contactState, ensureContact, survivorOf } from '@recado/application/contacts/contact-state'
import { mergePeople } from '@recado/application/contacts/merge-people'
import { releaseClaim } from '@recado/application/contacts/reconcile-claims'
import { resolveOnce } from '@recado/application/contacts/resolve-person'
import { type OwnClaim, withdrawClaims } from '@recado/application/contacts/withdraw-claims'
import { identityScope, scopeOf } from '@recado/application/facts/decisions'
import { streamOf } from '@recado/application/ids'
import { type Cause, contextOf, contextsOf } from '@recado/application/intake/cause'
import { type IdentityKey, identityKeys, linkOf } from '@recado/application/intake/identity-keys'
import { linksElsewhere } from '@recado/domain/contact/another-person'
import { contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { isOlder } from '@recado/domain/provider-clock'
import type { Intent } from '@recado/translation/intent'
import { claimDepsOf, firstOwner, ownersOf, personQuery } from './claims.ts'
import { observation } from './observation.ts'
import { followReplacements } from './older-reports.ts'
import type { Recorded, Recorder } from './recorder.ts'

type IdentityChanged = Extract<Intent, { kind: 'identity_changed' }>

/**
 * A person continues under another number or id: the new identities are linked, the replaced ones released. A contact
 * that already wrote under the new ones is the same person, so the two contacts are merged. A person who is unknown,
 * or has changed again since, stays unchanged.
 */
export async function recordIdentityChange(
  recorder: Recorder,
  cause: Cause,
  { before: old, after: now, said_at }: IdentityChanged,
): Promise<Recorded> {
  const { account_id, connection_id } = cause
  const told = identityKeys(recorder.personIds, { account_id, connection_id }, now)
  const before = identityKeys(recorder.personIds, { account_id, connection_id }, old)
  // A later change may have arrived first.
  const after = await followReplacements(recorder, account_id, told, said_at)
  const made: OwnClaim[] = []
  for (;;) {
    const done = await tryToRecord(recorder, cause, { before, after, said_at }, made)
    if (done === 'again') continue
    const contexts = contextsOf(recorder, cause, said_at)
    await withdrawClaims(claimDepsOf(recorder, cause), account_id, made, contexts)
    await noteReplacements(recorder, cause, { before, after: told, said_at })
    // A message of the person that was being recorded meanwhile did not see the replacement.
    const held = await notClaimedSince(recorder, account_id, before, said_at)
    const isMissed = done === 'unknown' && (await firstOwner(recorder, cause, held)) !== null
    if (!isMissed) return done === 'unknown' ? 'repeated' : done
  }
}

type Change = {
  readonly before: readonly IdentityKey[]
  readonly after: readonly IdentityKey[]
  readonly said_at: string
}

/** Leaves out identities that a newer report has given to somebody: whoever has them now is not the person of the change. */
async function notClaimedSince(
  recorder: Recorder,
  account_id: string,
  keys: readonly IdentityKey[],
  said_at: string,
): Promise<readonly IdentityKey[]> {
  const claims = await Promise.all(
    keys.map(({ kind, match_key }) => claimState(recorder, { account_id, kind, match_key })),
  )
  return keys.filter((_, i) => !isOlder(said_at, claims[i]?.said_at ?? null))
}

/** For older reports that come later, also when nobody is known by the replaced identities yet. */
async function noteReplacements(
  recorder: Recorder,
  cause: Cause,
  { before, after, said_at }: Change,
): Promise<void> {
  const { account_id } = cause
  for (const { kind, match_key } of replacedKeys(after, before)) {
    const by = after.find((key) => key.kind === kind)
    if (by === undefined) continue
    const replacement = { by: { value: by.value, match_key: by.match_key }, said_at }
    const identity = { account_id, kind, match_key }
    const context = contextOf(
      cause,
      identityScope(recorder.personIds, 'replace', identity),
      recorder.now,
    )
    await replaceIdentityBy(claimDepsOf(recorder, cause), identity, replacement, context)
  }
}

async function tryToRecord(
  recorder: Recorder,
  cause: Cause,
  { before: named_before, after, said_at }: Change,
  made: OwnClaim[],
): Promise<Recorded | 'again' | 'unknown'> {
  const { account_id } = cause
  const before = await notClaimedSince(recorder, account_id, named_before, said_at)
  // Visits all keys, which completes interrupted merges: a stale claim would bring back what is released here.
  const named = await mergedOwner(recorder, cause, before, said_at)
  const owner = (await contactOfEarlierTry(recorder, cause, after)) ?? named
  if (owner === null) return 'unknown'
  const isDone = await isOnContact(recorder, cause, owner)
  const contact_id = isDone
    ? owner
    : await relink(recorder, cause, owner, { before, after, said_at }, made)
  if (contact_id === null) return 'again'
  // Released last: after a crash before this point the claims still lead the next try to this contact.
  const contexts = contextsOf(recorder, cause, said_at)
  for (const key of replacedKeys(after, before))
    await releaseClaim(claimDepsOf(recorder, cause), { account_id, contact_id }, key, contexts)
  return isDone ? 'repeated' : 'recorded'
}

/** The contact that the replaced identities name: if they name several, the change proves that these are one person. */
async function mergedOwner(
  recorder: Recorder,
  cause: Cause,
  before: readonly IdentityKey[],
  said_at: string,
): Promise<string | null> {
  const [first = null, ...others] = await ownersOf(recorder, cause, before)
  let owner = first
  for (const other of others) {
    if (owner === null) break
    const contexts = contextsOf(recorder, cause, said_at)
    const deps = claimDepsOf(recorder, cause)
    const reported = { seen: before.map(linkOf) }
    const pair = [owner, other] as const
    for (const id of pair) await ensureContact(deps, id, contexts)
    owner = (await mergePeople(deps, cause.account_id, pair, reported, contexts)) ?? owner
  }
  return owner
}

/** @returns the contact that the new identities name now; null when contacts changed meanwhile: then resolve again */
async function relink(
  recorder: Recorder,
  cause: Cause,
  owner: string,
  { before, after, said_at }: Change,
  made: OwnClaim[],
): Promise<string | null> {
  const replaced = replacedKeys(after, before).map(linkOf)
  const state = await contactState(recorder, owner)
  const known_as = after.flatMap((key) => linksElsewhere(state, linkOf(key), replaced))
  const query = personQuery(recorder, cause, after, said_at)
  const sought = { ...query, contact_id: owner, known_as, replaced }
  const told = observation({ profile_name: null, session: null, said_at }, (links) =>
    replacedKeys(links, before),
  )
  const done = await resolveOnce(claimDepsOf(recorder, cause), sought, told, made)
  if (done === 'again') return null
  if (done.refused !== undefined) throw new Error(`a provider is never refused: ${done.refused}`)
  return done.contact_id
}

function replacedKeys(links: readonly LinkedIdentity[], before: readonly IdentityKey[]) {
  return before.filter((old) =>
    links.some((key) => key.kind === old.kind && key.match_key !== old.match_key),
  )
}

/** The contact that claimed the new identities by this very change, if it was recorded before. */
async function contactOfEarlierTry(
  recorder: Recorder,
  cause: Cause,
  after: readonly IdentityKey[],
): Promise<string | null> {
  for (const key of after) {
    const stream = streamOf(contactIdentity, key.id)
    const { kind, match_key } = key
    const contexts = contextsOf(recorder, cause)
    const identity = { account_id: cause.account_id, kind, match_key }
    const taken = contexts(identityScope(recorder.personIds, 'claim', identity))
    const moved = contexts(identityScope(recorder.personIds, 'move', identity))
    const events = await recorder.recent.streams.read(recorder.store, stream)
    for (const id of [taken.eventId?.(0), moved.eventId?.(1)]) {
      const contact_id = events.get(id ?? '') ?? null
      if (contact_id !== null)
        return (await survivorOf(recorder, contact_id))?.contact_id ?? contact_id
    }
  }
  return null
}

/** Whether this change is on the contact already: then only its old claims may remain to be released. */
async function isOnContact(
  { store, now, recent }: Recorder,
  cause: Cause,
  contactId: string,
): Promise<boolean> {
  const first = contextOf(cause, scopeOf('contact'), now).eventId?.(0)
  const events = await recent.streams.read(store, streamOf(contact, contactId))
  return events.has(first ?? '')
}
