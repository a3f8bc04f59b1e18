import { type Contact, contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { formerUsernames, type MeetPerson, meetPerson } from '@recado/domain/contact/meet-person'
import { unlinkIdentity } from '@recado/domain/contact/unlink-identity'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { claimStream } from '@recado/infra/contacts/claims'
import { execute } from '@recado/infra/event-store/execute'
import { load } from '@recado/infra/event-store/load'
import { type Cause, contextOf } from './cause.ts'
import { endClaim, holderOf, takeClaim } from './claims.ts'
import type { Encounter } from './find-person.ts'
import { type IdentityKey, linkOf, linksOf, streamId } from './identity-keys.ts'
import type { Recorder } from './recorder.ts'

/**
 * The contact of a person, decided by the log: created when nobody is known by any of its identities, and
 * brought up to what the provider says. Whatever a crash left undone is done here.
 * @throws as execute
 */
export async function resolvePerson(
  recorder: Recorder,
  cause: Cause,
  encounter: Encounter,
): Promise<string> {
  const { keys } = encounter
  const [strongest] = keys
  if (strongest === undefined) throw new Error('a person without identities cannot be resolved')
  const holders = await Promise.all(keys.map((key) => holderOf(recorder, cause, key)))
  const known = await ownerAmong(recorder, keys, holders)
  const owner = known ?? (await takeClaim(recorder, cause, strongest, null))
  const claimed = await claimAll(recorder, cause, keys, known === null ? [owner] : holders, owner)
  await meet(recorder, cause, owner, {
    profile_name: encounter.profile_name,
    session: encounter.session,
    links: claimed.filter(({ holder }) => holder === owner).flatMap(({ key }) => linksOf(key)),
    conflicts: claimed
      .filter(({ holder }) => holder !== owner)
      .map(({ key, holder }) => ({ ...linkOf(key), other_contact_id: holder })),
    unlinks: [],
  })
  return owner
}

/** What is to be told to a contact, but for who it is and when. */
type News = Omit<MeetPerson, 'contact_id' | 'at'>

/** Writes what is new to the contact, then gives free the usernames that it no longer has. */
export async function meet(
  recorder: Recorder,
  cause: Cause,
  contact_id: string,
  news: News,
): Promise<void> {
  const renames = news.links.some(({ kind }) => kind === 'username')
  const before = renames ? await contactState(recorder, contact_id) : null
  await execute(recorder, {
    aggregate: contact,
    id: contact_id,
    decide: meetPerson,
    command: { ...news, contact_id, at: recorder.now().toISOString() },
    context: contextOf(cause, 'contact', recorder.now),
  })
  for (const former of formerUsernames(before, news.links))
    await endClaim(recorder, cause, keyOf(cause, former), contact_id)
}

/**
 * Whom the strongest claimed identity names. A username alone proves nothing once its holder is known by
 * something that the person here has too, and differently: usernames move from one person to another.
 */
async function ownerAmong(
  recorder: Recorder,
  keys: readonly IdentityKey[],
  holders: readonly (string | null)[],
): Promise<string | null> {
  for (const [i, { kind }] of keys.entries()) {
    const holder = holders[i] ?? null
    if (holder === null) continue
    if (kind !== 'username' || !(await isAnother(recorder, keys, holder))) return holder
  }
  return null
}

async function isAnother(recorder: Recorder, keys: readonly IdentityKey[], holder: string) {
  const stronger = new Set<IdentityKind>(
    keys.map(({ kind }) => kind).filter((kind) => kind !== 'username'),
  )
  const state = await contactState(recorder, holder)
  return state?.identities.some(({ kind }) => stronger.has(kind)) ?? false
}

async function claimAll(
  recorder: Recorder,
  cause: Cause,
  keys: readonly IdentityKey[],
  holders: readonly (string | null)[],
  owner: string,
) {
  const claimed: { key: IdentityKey; holder: string }[] = []
  for (const [i, key] of keys.entries()) {
    let holder = holders[i] ?? (await takeClaim(recorder, cause, key, owner))
    if (holder !== owner && key.kind === 'username') {
      await leave(recorder, cause, key, holder)
      holder = await takeClaim(recorder, cause, key, owner)
    }
    claimed.push({ key, holder })
  }
  return claimed
}

/** A username follows the newest word of the provider: whoever had it has it no longer. */
async function leave(recorder: Recorder, cause: Cause, key: IdentityKey, holder: string) {
  await execute(recorder, {
    aggregate: contact,
    id: holder,
    decide: unlinkIdentity,
    command: { kind: key.kind, match_key: key.match_key, at: recorder.now().toISOString() },
    context: contextOf(cause, `leave ${key.id}`, recorder.now),
  })
  await endClaim(recorder, cause, key, holder)
}

async function contactState(recorder: Recorder, contactId: string): Promise<Contact> {
  const stream = `${contact.category}-${contactId}`
  const known = recorder.cache.get<Contact>(stream)
  return (await load(recorder, contact, stream, known)).state
}

/** The key of an identity that a contact is linked to. */
export function keyOf(cause: Cause, link: LinkedIdentity): IdentityKey {
  const { kind, match_key } = link
  const id = streamId(claimStream({ account_id: cause.account_id, kind, match_key }))
  return { ...link, id }
}
