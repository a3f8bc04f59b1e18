import { unlinkAndRelease } from '@recado/application/contacts/claim-identities'
import { claimState, ReplacedMeanwhile, takeClaim } from '@recado/application/contacts/claims'
import { contactState } from '@recado/application/contacts/contact-state'
import { releaseClaim } from '@recado/application/contacts/reconcile-claims'
import { identityScope } from '@recado/application/facts/decisions'
import { type Cause, contextsOf } from '@recado/application/intake/cause'
import { type IdentityKey, linkOf } from '@recado/application/intake/identity-keys'
import { replacementSince } from '@recado/domain/contact-identity/replace-identity'
import { isOlder, newer } from '@recado/domain/provider-clock'
import { claimDepsOf } from './claims.ts'
import type { Encounter } from './find-person.ts'
import type { LastReport } from './lookup.ts'
import type { BatchRecorder, Recorder } from './recorder.ts'

/**
 * What a report still says of a person when newer reports of the provider have come before it: an identity that its
 * person has replaced since means the new one, and a name or username that is older than the last one told is left out.
 */
export async function dropOvertaken(
  recorder: BatchRecorder,
  cause: Cause,
  encounter: Encounter,
): Promise<Encounter> {
  const { account_id } = cause
  const { said_at, profile_name } = encounter
  const keys = await followReplacements(recorder, account_id, encounter.keys, said_at)
  const owner = await ownerNow(recorder, account_id, keys)
  const own = await lastReportOf(recorder, owner)
  const username = keys.find(({ kind }) => kind === 'username')
  const isKept =
    username === undefined ||
    (await isNewestUse(recorder, cause, username, { owner, own, said_at }))
  return {
    ...encounter,
    keys: isKept ? keys : keys.filter(({ kind }) => kind !== 'username'),
    profile_name: isOlder(said_at, own.named_at) ? null : profile_name,
  }
}

type Use = { readonly owner: string | null; readonly own: LastReport; readonly said_at: string }

/**
 * Whether a person still has the username that a report names. Usernames of the person from before the report are given
 * up, whoever has the reported one now. If the person has changed it since, no other contact had it at the time of the
 * report: a contact to which an earlier report gave it has lost it as well.
 */
async function isNewestUse(
  recorder: BatchRecorder,
  cause: Cause,
  username: IdentityKey,
  { owner, own, said_at }: Use,
): Promise<boolean> {
  const { account_id } = cause
  const { kind, match_key } = username
  const isOvertaken = isOlder(said_at, own.username_at)
  if (owner !== null && !isOvertaken)
    await giveUpFormer(recorder, cause, username, { owner, own, said_at })
  const claim = await claimState(recorder, { account_id, kind, match_key })
  const holder = claim?.contact_id ?? null
  const held = newer(claim?.said_at ?? null, (await lastReportOf(recorder, holder)).username_at)
  if (isOlder(said_at, held)) return false
  if (owner !== null && holder !== owner && isOvertaken)
    await passOn(recorder, cause, username, { holder, owner, said_at })
  return !isOvertaken
}

/** Releases the other usernames of a person, as used until the person was last called by one. */
async function giveUpFormer(
  recorder: BatchRecorder,
  cause: Cause,
  { match_key }: IdentityKey,
  { owner, own, said_at }: Use & { readonly owner: string },
): Promise<void> {
  const { account_id } = cause
  const deps = claimDepsOf(recorder, cause)
  const contexts = contextsOf(recorder, cause, own.username_at ?? said_at)
  for (const one of (await contactState(deps, owner))?.identities ?? [])
    if (one.kind === 'username' && one.match_key !== match_key)
      await unlinkAndRelease(deps, { account_id, contexts }, one, owner)
}

/** Records that a username went from its holder to a person who has given it up since. */
async function passOn(
  recorder: BatchRecorder,
  cause: Cause,
  username: IdentityKey,
  use: { readonly holder: string | null; readonly owner: string; readonly said_at: string },
): Promise<void> {
  const { account_id } = cause
  const { holder, owner: contact_id } = use
  const { kind, match_key } = username
  const deps = claimDepsOf(recorder, cause)
  const contexts = contextsOf(recorder, cause, use.said_at)
  const identity = { account_id, kind, match_key }
  if (holder !== null)
    await unlinkAndRelease(deps, { account_id, contexts }, linkOf(username), holder)
  await takeClaim(
    deps,
    identity,
    contact_id,
    contexts(identityScope(deps.personIds, 'claim', identity)),
  )
  await releaseClaim(deps, { account_id, contact_id }, identity, contexts)
}

/** The contact that the identities other than the username name, by the log. */
async function ownerNow(
  recorder: Recorder,
  account_id: string,
  keys: readonly IdentityKey[],
): Promise<string | null> {
  for (const { kind, match_key } of keys) {
    if (kind === 'username') continue
    const claim = await claimState(recorder, { account_id, kind, match_key })
    if (claim !== null && claim.contact_id !== null) return claim.contact_id
  }
  return null
}

/** Remembers what a report said of a person until the read models show it. */
export function rememberReport(
  { recent: { told } }: Recorder,
  contactId: string,
  { keys, profile_name, said_at }: Encounter,
): void {
  const known = told.get(contactId)
  const isNamed = keys.some(({ kind }) => kind === 'username')
  told.set(contactId, {
    named_at: newer(known?.named_at ?? null, profile_name === null ? null : said_at),
    username_at: newer(known?.username_at ?? null, isNamed ? said_at : null),
  })
}

/** More often than newer reports of one person are recorded while an older one is. */
const MAX_ATTEMPTS = 25

/**
 * Repeats the resolution of a report's person while newer reports replace its identities.
 * @throws as `resolve`; ReplacedMeanwhile too when it does not end, so that one report is parked and not the connection
 */
export async function againIfReplaced<Found>(resolve: () => Promise<Found>): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await resolve()
    } catch (error) {
      if (!(error instanceof ReplacedMeanwhile) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** The identities that those of an older report mean now. */
export async function followReplacements(
  deps: Recorder,
  account_id: string,
  keys: readonly IdentityKey[],
  said_at: string,
): Promise<readonly IdentityKey[]> {
  return Promise.all(keys.map((key) => followReplacement(deps, account_id, key, said_at)))
}

async function followReplacement(
  deps: Recorder,
  account_id: string,
  key: IdentityKey,
  said_at: string,
): Promise<IdentityKey> {
  const { kind, match_key } = key
  const next = replacementSince(await claimState(deps, { account_id, kind, match_key }), said_at)
  if (next === null) return key
  const replaced = {
    ...key,
    ...next.by,
    since: next.said_at,
    id: deps.personIds.claimId({ account_id, kind, match_key: next.by.match_key }),
  }
  // Each step goes on from a later time, so it ends.
  return followReplacement(deps, account_id, replaced, next.said_at)
}

async function lastReportOf(
  recorder: BatchRecorder,
  contactId: string | null,
): Promise<LastReport> {
  if (contactId === null) return { named_at: null, username_at: null }
  const [shown, recent] = [await recorder.told(contactId), recorder.recent.told.get(contactId)]
  return {
    named_at: newer(shown.named_at, recent?.named_at ?? null),
    username_at: newer(shown.username_at, recent?.username_at ?? null),
  }
}
