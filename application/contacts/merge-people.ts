import { adoptContact } from '@recado/domain/contact/adopt-contact'
import type { Called } from '@recado/domain/contact/another-person'
import { type Contact, contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { byAge, mergeContact } from '@recado/domain/contact/merge-contact'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import { execute } from '../commands/execute.ts'
import { identityScope, scopeAbout, scopeOf } from '../facts/decisions.ts'
import { type Ids, streamOf } from '../ids.ts'
import { type ClaimDeps, moveClaim } from './claims.ts'
import {
  type Contexts,
  contactState,
  executeOnContact,
  MAX_MERGES,
  MergedInCircle,
  survivorOf,
} from './contact-state.ts'
import { loadStages } from './load-stages.ts'
import { providerLinks } from './provider-links.ts'
import { reconcileClaim } from './reconcile-claims.ts'

type Identities = readonly Called[]

export type ReportedIdentities = {
  readonly seen: Identities
  /** Identities that these replace. */
  readonly replaced?: Identities
  /** The connection on which a hidden id is the proof. */
  readonly hidden_on?: string | null | undefined
}

/** What a report shows by naming a person by these identities. */
export function reportedBy(
  called: readonly LinkedIdentity[],
  replaced: Identities = [],
): ReportedIdentities {
  const hidden_on = called.find(({ kind }) => kind === 'lid')?.connection_id
  return { seen: called.flatMap(providerLinks), replaced, hidden_on }
}

/**
 * Merges two contacts of one person; the older survives.
 * @returns its id, or null when they must stay apart
 * @throws as execute
 */
export async function mergePeople(
  deps: ClaimDeps,
  accountId: string,
  pair: readonly [string, string],
  { seen, replaced = [], hidden_on }: ReportedIdentities,
  contexts: Contexts,
): Promise<string | null> {
  const [one, other] = await Promise.all(pair.map((id) => survivorInTheLog(deps, id)))
  if (one == null || other == null) return null
  const { older, younger } = byAge(one, other)
  if (older.contact_id === younger.contact_id) return older.contact_id
  const context = contexts(scopeOf('merge'))
  const command = { survivor: older, seen, replaced, hidden_on, at: context.now().toISOString() }
  const execution = { aggregate: contact, id: younger.contact_id, decide: mergeContact }
  const done = await execute(deps, { ...execution, command, context })
  if (done.refused !== undefined) return null
  const merged = { account_id: accountId, contact_id: younger.contact_id }
  return completeMerge(deps, merged, seen, contexts)
}

/**
 * As survivorOf, read anew: a process that created the contact at the same time as another one remembers its own time of
 * creation, and two processes with different times would merge two contacts into one another.
 */
async function survivorInTheLog(deps: ClaimDeps, contactId: string): Promise<Contact> {
  const found = await survivorOf(deps, contactId)
  if (found === null) return null
  deps.cache.forget(streamOf(contact, found.contact_id))
  return survivorOf(deps, found.contact_id)
}

/**
 * Moves everything of a merged contact to its survivor, also after a crash. Claims move last: the next use of one
 * that is left leads here.
 * @returns the survivor's id
 */
export async function completeMerge(
  deps: ClaimDeps,
  { account_id, contact_id }: Ids<'account_id' | 'contact_id'>,
  seen: Identities,
  contexts: Contexts,
): Promise<string> {
  const merged = await contactState(deps, contact_id)
  if (merged === null) throw new Error(`contact ${contact_id} was merged but never created`)
  const survivorId = await adopt(deps, account_id, merged, seen, contexts)
  for (const { kind, match_key } of merged.identities.filter(isClaimed)) {
    const identity = { account_id, kind, match_key }
    const between = { from: contact_id, to: survivorId }
    await moveClaim(
      deps,
      identity,
      between,
      contexts(identityScope(deps.personIds, 'move', identity)),
    )
    // Another writer may have unlinked it from the survivor meanwhile, or ended the merged contact's claim.
    await reconcileClaim(deps, { account_id, contact_id: survivorId }, identity, contexts)
  }
  return survivorId
}

/**
 * @returns the adopting contact: the survivor may have been merged itself by now
 * @throws MergedInCircle
 */
async function adopt(
  deps: ClaimDeps,
  accountId: string,
  merged: NonNullable<Contact>,
  seen: Identities,
  contexts: Contexts,
): Promise<string> {
  let survivorId = merged.merged_into ?? merged.contact_id
  const stages = merged.stage_id === null ? [] : await loadStages(deps, accountId)
  const stage_ids = stages.map(({ id }) => id)
  for (let merges = 0; merges < MAX_MERGES; merges++) {
    const context = contexts(scopeAbout('adopt', merged.contact_id))
    const command = { merged, seen, stage_ids, at: context.now().toISOString() }
    const execution = { id: survivorId, decide: adoptContact, command, context }
    const done = await executeOnContact(deps, execution)
    if (done.refused !== 'contact_merged') return survivorId
    survivorId = done.detail ?? survivorId
  }
  throw new MergedInCircle(survivorId)
}
