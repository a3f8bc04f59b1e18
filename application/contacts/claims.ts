import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import {
  type ContactIdentity,
  contactIdentity,
} from '@recado/domain/contact-identity/contact-identity'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { isRefusal } from '@recado/domain/decision'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { Loaded } from '../commands/aggregate-cache.ts'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { claimId, contactId, idOf, streamOf } from '../ids.ts'

/** One identity of one account, by what equal ones share. */
export type Claimable = {
  readonly account_id: string
  readonly kind: IdentityKind
  readonly match_key: string
}

/** What claims are made with. */
export type ClaimDeps = ExecuteDeps & {
  /** Told whom a claim names after each look at it: since which position, null where it stood before. */
  readonly onClaim?: (claimId: string, contactId: string | null, position: bigint | null) => void
}

/** The stream in which an identity is claimed. */
export function claimStream({ account_id, kind, match_key }: Claimable): string {
  return streamOf(contactIdentity, claimId(account_id, kind, match_key))
}

/** What the fact of a first claim is about, where ids of facts are computed. */
export function claimScope({ account_id, kind, match_key }: Claimable): string {
  return `claim ${claimId(account_id, kind, match_key)}`
}

/** What the facts of a claim that goes to a merged contact's survivor are about. */
export function moveScope({ kind, match_key }: Pick<Claimable, 'kind' | 'match_key'>): string {
  return `move ${kind} ${match_key}`
}

/** Whom the identity names, straight from the log; null when nobody. */
export async function claimant(deps: ExecuteDeps, identity: Claimable): Promise<string | null> {
  const { state } = await claimNow(deps, claimStream(identity))
  return state?.contact_id ?? null
}

/** Since when the identity names whom it names, ISO 8601; null when nobody. */
export async function claimedSince(deps: ExecuteDeps, identity: Claimable): Promise<string | null> {
  const { state } = await claimNow(deps, claimStream(identity))
  return state?.claimed_at ?? null
}

/** Only what is new is read: an identity may go back and forth all day. */
function claimNow(deps: ExecuteDeps, stream: string): Promise<Loaded<ContactIdentity>> {
  return load(deps, contactIdentity, stream, deps.cache.get<ContactIdentity>(stream))
}

/** What became of a claim. */
export type Claim = {
  /** The contact that the identity names from now on. */
  readonly contact_id: string
  /** Where in the log this very call has claimed it; null when it named that contact already. */
  readonly position: bigint | null
}

/**
 * Makes the identity name a contact unless it names one already. Whoever loses the race is told the winner.
 * @param owner null for a new person, whose id comes from the claim's stream and revision, so that a
 * replay names the same one
 */
export async function takeClaim(
  deps: ClaimDeps,
  identity: Claimable,
  owner: string | null,
  context: CommandContext,
): Promise<Claim> {
  const stream = claimStream(identity)
  for (;;) {
    const loaded = await claimNow(deps, stream)
    const claim = await claimAt(deps, identity, loaded, owner, context)
    if (claim === null) continue
    deps.onClaim?.(idOf(stream), claim.contact_id, claim.position)
    return claim
  }
}

/**
 * Claims an identity that nobody here has heard of, without a question to the log.
 * @returns null when somebody has claimed it before
 */
export async function takeFirstClaim(
  deps: ClaimDeps,
  identity: Claimable,
  owner: string | null,
  context: CommandContext,
): Promise<Claim | null> {
  const unknown = { state: contactIdentity.initialState, revision: null }
  const claim = await claimAt(deps, identity, unknown, owner, context)
  if (claim !== null) deps.onClaim?.(idOf(claimStream(identity)), claim.contact_id, claim.position)
  return claim
}

/** @returns null when the stream of the claim has moved on */
async function claimAt(
  { store }: ClaimDeps,
  identity: Claimable,
  { state, revision }: Loaded<ContactIdentity>,
  owner: string | null,
  context: CommandContext,
): Promise<Claim | null> {
  const stream = claimStream(identity)
  const { account_id, kind, match_key } = identity
  const contact_id = owner ?? contactId(stream, (revision ?? -1n) + 1n)
  const at = context.now().toISOString()
  const facts = claimIdentity({ account_id, kind, match_key, contact_id, at }, state)
  if (isRefusal(facts)) return { contact_id: facts.detail ?? contact_id, position: null }
  if (facts.length === 0) return { contact_id, position: null }
  try {
    const events = newEvents(facts, context)
    const { position } = await store.append(stream, revision ?? 'no_stream', events)
    return { contact_id, position }
  } catch (error) {
    if (error instanceof RevisionConflict) return null
    throw error
  }
}
