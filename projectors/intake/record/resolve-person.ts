import { execute } from '@recado/application/commands/execute'
import { contactState } from '@recado/application/contacts/contact-state'
import { mergePeople } from '@recado/application/contacts/merge-people'
import { reconcileClaims } from '@recado/application/contacts/reconcile-claims'
import { contact } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import { type ObservePerson, observePerson } from '@recado/domain/contact/observe-person'
import { unlinkIdentity } from '@recado/domain/contact/unlink-identity'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { type Cause, contextOf, contextsOf } from './cause.ts'
import { endClaim, followClaim, holderOf, takeClaim } from './claims.ts'
import type { Encounter } from './find-person.ts'
import { type IdentityKey, linkOf, linksOf } from './identity-keys.ts'
import type { Recorder } from './recorder.ts'

/** What proves who somebody is: two contacts that such identities name are one person. */
export const STRONG: ReadonlySet<IdentityKind> = new Set(['business_scoped_user_id', 'phone'])

/**
 * The contact of a person, decided by the log: created when nobody is known by any of its identities, merged
 * when BSUID and phone name two, and brought up to what the provider says. Whatever a crash left undone is done
 * here.
 * @throws as execute
 */
export async function resolvePerson(
  recorder: Recorder,
  cause: Cause,
  encounter: Encounter,
): Promise<string> {
  for (;;) {
    const found = await resolveOnce(recorder, cause, encounter)
    if (found !== null) return found
  }
}

/** @returns null when somebody or we have merged contacts on the way: then who it is has to be asked again */
async function resolveOnce(
  recorder: Recorder,
  cause: Cause,
  { keys, profile_name, session }: Encounter,
): Promise<string | null> {
  const [strongest] = keys
  if (strongest === undefined) throw new Error('a person without identities cannot be resolved')
  const holders = await Promise.all(keys.map((key) => holderOf(recorder, cause, key)))
  const known = await ownerAmong(recorder, keys, holders)
  const owner = known ?? (await takeClaim(recorder, cause, strongest, null))
  const claimed = await claimAll(recorder, cause, keys, known === null ? [owner] : holders, owner)
  const twin = claimed.find(({ key, holder }) => holder !== owner && STRONG.has(key.kind))
  if (twin !== undefined && (await merge(recorder, cause, [owner, twin.holder], { keys })))
    return null
  const isMet = await meet(recorder, cause, owner, {
    profile_name,
    session,
    links: claimed.filter(({ holder }) => holder === owner).flatMap(({ key }) => linksOf(key)),
    conflicts: claimed
      .filter(({ holder }) => holder !== owner)
      .map(({ key, holder }) => ({ ...linkOf(key), other_contact_id: holder })),
    unlinks: [],
  })
  return isMet ? owner : null
}

/**
 * Makes one contact of two that the provider shows to be one person.
 * @param named what it calls the person now, and what the person was called before
 * @returns whether the two are one contact now
 */
export async function merge(
  recorder: Recorder,
  cause: Cause,
  pair: readonly [string, string],
  named: { readonly keys: readonly IdentityKey[]; readonly replaced?: readonly IdentityKey[] },
): Promise<boolean> {
  const { keys, replaced = [] } = named
  // A claim may stand without its contact yet, after a crash or while somebody else is at it.
  for (const id of pair) await create(recorder, cause, id)
  const contexts = contextsOf(recorder, cause)
  const survivor = await mergePeople(
    recorder,
    cause.account_id,
    pair,
    { seen: keys.flatMap(linksOf), replaced },
    contexts,
  )
  if (survivor === null) return false
  for (const key of [...keys, ...replaced]) await followClaim(recorder, cause, key)
  return true
}

async function create(recorder: Recorder, cause: Cause, contact_id: string): Promise<void> {
  await execute(recorder, {
    aggregate: contact,
    id: contact_id,
    decide: createContact,
    command: { contact_id, at: recorder.now().toISOString() },
    context: contextOf(cause, `create ${contact_id}`, recorder.now),
  })
}

/** What is to be told to a contact, but for who it is and when. */
type News = Omit<ObservePerson, 'contact_id' | 'at'>

/**
 * Writes what is new to the contact, then gives free the usernames that it no longer has.
 * @returns false, and nothing is written, when the contact lives on as another one
 */
export async function meet(
  recorder: Recorder,
  cause: Cause,
  contact_id: string,
  news: News,
): Promise<boolean> {
  const done = await execute(recorder, {
    aggregate: contact,
    id: contact_id,
    decide: observePerson,
    command: { ...news, contact_id, at: recorder.now().toISOString() },
    context: contextOf(cause, 'contact', recorder.now),
  })
  if (done.refused !== undefined) return false
  const owner = { account_id: cause.account_id, contact_id }
  await reconcileClaims(recorder, owner, done.events, contextsOf(recorder, cause))
  return true
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
