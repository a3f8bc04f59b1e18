import { contact } from '@recado/domain/contact/contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import { survivorOf } from '@recado/infra/contacts/contact-state'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Cause } from './cause.ts'
import { endClaim, holderOf, takeClaim } from './claims.ts'
import { type IdentityKey, identityKeys, linkOf, linksOf } from './identity-keys.ts'
import type { Intent } from './intent.ts'
import type { Recorded, Recorder } from './recorder.ts'
import { meet } from './resolve-person.ts'

type IdentityChanged = Extract<Intent, { kind: 'identity_changed' }>

/**
 * A person goes on under another number or id: the new ones are linked, those they replace given free. Who
 * is not known, or has changed again since, is left as it is.
 */
export async function recordIdentityChange(
  recorder: Recorder,
  cause: Cause,
  change: IdentityChanged,
): Promise<Recorded> {
  const { account_id, connection_id } = cause
  const before = identityKeys(account_id, connection_id, change.before)
  const after = identityKeys(account_id, connection_id, change.after)
  const done = await changedBefore(recorder, cause, after)
  const owner = done ?? (await holderAmong(recorder, cause, before))
  if (owner === null) return 'repeated'
  const isDone = await hasFactOf(recorder, cause, owner)
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

/** Identities that others of their kind replace. */
function replacedBy(links: readonly IdentityKey[], before: readonly IdentityKey[]) {
  return before.filter((old) =>
    links.some((key) => key.kind === old.kind && key.match_key !== old.match_key),
  )
}

/** Whose the new identities became by this very raw event, if it was recorded before. */
async function changedBefore(
  recorder: Recorder,
  { raw }: Cause,
  after: readonly IdentityKey[],
): Promise<string | null> {
  for (const { id } of after)
    for await (const event of recorder.store.readStream(`${contactIdentity.category}-${id}`)) {
      const { type, data, metadata } = event as RecordedEvent<ContactIdentityEvent>
      if (type === 'IdentityClaimed' && metadata.$causationId === raw.id)
        return (await survivorOf(recorder, data.contact_id))?.contact_id ?? data.contact_id
    }
  return null
}

async function holderAmong(recorder: Recorder, cause: Cause, before: readonly IdentityKey[]) {
  for (const key of before) {
    const holder = await holderOf(recorder, cause, key)
    if (holder !== null) return holder
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
    const last = await store.readLast(`${contactIdentity.category}-${id}`)
    const event = last as RecordedEvent<ContactIdentityEvent> | null
    if (event?.type === 'IdentityClaimed' && event.position < raw.position)
      return event.data.contact_id
  }
  return null
}

/** Whether the contact has a fact of this raw event: then only its claims may still be in the way. */
async function hasFactOf({ store }: Recorder, { raw }: Cause, contactId: string): Promise<boolean> {
  for await (const { metadata } of store.readStream(`${contact.category}-${contactId}`))
    if (metadata.$causationId === raw.id) return true
  return false
}
