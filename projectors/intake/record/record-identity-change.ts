import { survivorOf } from '@recado/application/contacts/contact-state'
import { streamOf } from '@recado/application/ids'
import { contact } from '@recado/domain/contact/contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Intent } from '@recado/translation/intent'
import { type Cause, contextOf } from './cause.ts'
import { claimScopes, endClaim, holderAmong, holderOf, takeClaim } from './claims.ts'
import { type IdentityKey, identityKeys, linkOf, linksOf } from './identity-keys.ts'
import type { Recorded, Recorder } from './recorder.ts'
import { meet, merge, STRONG } from './resolve-person.ts'

type IdentityChanged = Extract<Intent, { kind: 'identity_changed' }>

/**
 * A person goes on under another number or id: the new ones are linked, those they replace given free. Whoever
 * wrote under the new ones already was the same person: the two contacts become one. Who is not known, or has
 * changed again since, is left as it is.
 */
export async function recordIdentityChange(
  recorder: Recorder,
  cause: Cause,
  change: IdentityChanged,
): Promise<Recorded> {
  const { account_id, connection_id } = cause
  const before = identityKeys(account_id, connection_id, change.before)
  const after = identityKeys(account_id, connection_id, change.after)
  // Asked for all of them, which also completes a merge that a crash has left: a claim that stayed behind would
  // bring back later what is given up here.
  const holder = await holderAmong(recorder, cause, before)
  const owner = (await changedBefore(recorder, cause, after)) ?? holder
  if (owner === null) return 'repeated'
  const isDone = await isTold(recorder, cause, owner)
  const isMet = isDone || (await relink(recorder, cause, owner, { before, after }))
  if (!isMet) return recordIdentityChange(recorder, cause, change)
  // Last: a crash before it leaves claims that tell the next try whom this was about.
  for (const key of replacedBy(after, before)) await endClaim(recorder, cause, key, owner)
  return isDone ? 'repeated' : 'recorded'
}

type Change = { readonly before: readonly IdentityKey[]; readonly after: readonly IdentityKey[] }

/** @returns false when the contact lives on as another one: then it has to be looked for again */
async function relink(recorder: Recorder, cause: Cause, owner: string, { before, after }: Change) {
  const holders: string[] = []
  for (const key of after) {
    const holder = await holderOf(recorder, cause, key)
    holders.push(holder ?? (await takeClaim(recorder, cause, key, owner)))
  }
  const twin = holders.find((holder, i) => holder !== owner && isStrong(after[i]))
  const replaced = replacedBy(after, before)
  const pair = twin === undefined ? null : ([owner, twin] as const)
  if (pair !== null && (await merge(recorder, cause, pair, { keys: after, replaced }))) return false
  const links = after.filter((_, i) => holders[i] === owner)
  const conflicts = after.flatMap((key, i) => {
    const holder = holders[i] ?? owner
    return holder === owner ? [] : [{ ...linkOf(key), other_contact_id: holder }]
  })
  return meet(recorder, cause, owner, {
    profile_name: null,
    session: null,
    links: links.flatMap(linksOf),
    conflicts,
    unlinks: replacedBy(links, before).flatMap(linksOf),
  })
}

function isStrong(key: IdentityKey | undefined): boolean {
  return key !== undefined && STRONG.has(key.kind)
}

/** Identities that others of their kind replace. */
function replacedBy(links: readonly IdentityKey[], before: readonly IdentityKey[]) {
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
    const [taken, moved] = claimScopes(key).map((scope) => contextOf(cause, scope, recorder.now))
    const own = new Set([taken?.eventId?.(0), moved?.eventId?.(1)])
    for await (const event of recorder.store.readStream(stream)) {
      const { type, data, id } = event as RecordedEvent<ContactIdentityEvent>
      if (type === 'IdentityClaimed' && own.has(id))
        return (await survivorOf(recorder, data.contact_id))?.contact_id ?? data.contact_id
    }
  }
  return null
}

/** Whom identities named when the provider spoke: a claim made later does not count. */
export async function holderBefore(
  { store }: Recorder,
  { raw }: Cause,
  before: readonly IdentityKey[],
): Promise<string | null> {
  for (const { id } of before) {
    const last = await store.readLast(streamOf(contactIdentity, id))
    const event = last as RecordedEvent<ContactIdentityEvent> | null
    if (event?.type === 'IdentityClaimed' && event.position < raw.position)
      return event.data.contact_id
  }
  return null
}

/** Whether the contact was told of this change: then only its claims may still be in the way. */
async function isTold({ store, now }: Recorder, cause: Cause, contactId: string): Promise<boolean> {
  const first = contextOf(cause, 'contact', now).eventId?.(0)
  for await (const { id } of store.readStream(streamOf(contact, contactId)))
    if (id === first) return true
  return false
}
