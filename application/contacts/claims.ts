import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import {
  type ContactIdentity,
  contactIdentity,
  type Replacement,
} from '@recado/domain/contact-identity/contact-identity'
import type { ContactIdentityEvent, IdentityKind } from '@recado/domain/contact-identity/events'
import { moveIdentity } from '@recado/domain/contact-identity/move-identity'
import { releaseIdentity } from '@recado/domain/contact-identity/release-identity'
import { replaceIdentity } from '@recado/domain/contact-identity/replace-identity'
import { type Decide, isRefusal } from '@recado/domain/decision'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { Loaded } from '../commands/aggregate-cache.ts'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { type ExecuteDeps, execute } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { contactId, idOf, streamOf } from '../ids.ts'
import type { PersonIds } from '../person-ids.ts'

export type Claimable = {
  readonly account_id: string
  readonly kind: IdentityKind
  readonly match_key: string
}

/** Which contact a claim names; null for none. */
export type ObservedClaim = {
  readonly claim_id: string
  readonly contact_id: string | null
  /** The erasure by which it names nobody, if one did. */
  readonly erasure?: NonNullable<ContactIdentity>['erasure']
}

export type Erasure = NonNullable<NonNullable<ContactIdentity>['erasure']>

export type ClaimDeps = ExecuteDeps & {
  readonly personIds: PersonIds
  /** Called after each use of a claim: with the contact that it names, and the position if this call changed it. */
  readonly onClaim?: (claim: ObservedClaim, position: bigint | null) => void
}

/** The stream of the claims of an identity. */
export function claimStream(personIds: PersonIds, identity: Claimable): string {
  return streamOf(contactIdentity, personIds.claimId(identity))
}

/** The id of the contact that an identity names, by the log; null for none. */
export async function claimant(deps: ClaimDeps, identity: Claimable): Promise<string | null> {
  const { state } = await readClaim(deps, claimStream(deps.personIds, identity))
  return state?.contact_id ?? null
}

/** The state of an identity's claim, by the log. */
export async function claimState(deps: ClaimDeps, identity: Claimable): Promise<ContactIdentity> {
  return (await readClaim(deps, claimStream(deps.personIds, identity))).state
}

/** Reads only the tail: an identity may change hands all day. */
function readClaim(deps: ClaimDeps, stream: string): Promise<Loaded<ContactIdentity>> {
  return load(deps, contactIdentity, stream, deps.cache.get<ContactIdentity>(stream))
}

/** A newer report of the provider says that the identity's person has another one now: the caller resolves again. */
export class ReplacedMeanwhile extends Error {
  constructor() {
    super('the identity was replaced meanwhile; resolve its person again')
    this.name = 'ReplacedMeanwhile'
  }
}

export type Claim = {
  readonly contact_id: string
  /** Log position of the claim; null when the identity named the contact already. */
  readonly position: bigint | null
}

/**
 * Makes the identity name a contact unless it names one already. The loser of a race gets the winner's contact.
 * @param owner null for a new person, whose id follows from the claim, so that a replay names the same one
 */
export async function takeClaim(
  deps: ClaimDeps,
  identity: Claimable,
  owner: string | null,
  context: CommandContext,
): Promise<Claim> {
  const stream = claimStream(deps.personIds, identity)
  for (;;) {
    const loaded = await readClaim(deps, stream)
    const claim = await tryClaim(deps, identity, loaded, owner, context)
    if (claim === null) continue
    deps.onClaim?.({ claim_id: idOf(stream), contact_id: claim.contact_id }, claim.position)
    return claim
  }
}

/**
 * As takeClaim, for an identity that named nobody a moment ago. A stream that is not cached was empty then, so it is not
 * read again.
 */
export async function takeFreeClaim(
  deps: ClaimDeps,
  identity: Claimable,
  owner: string | null,
  context: CommandContext,
): Promise<Claim> {
  const stream = claimStream(deps.personIds, identity)
  const isLikelyNew = deps.cache.get(stream) === undefined && context.eventId === undefined
  const first = isLikelyNew ? await takeFirstClaim(deps, identity, owner, context) : null
  return first ?? takeClaim(deps, identity, owner, context)
}

/** Claims an identity that seems new, without reading the log. @returns null when its claim stream already exists */
export async function takeFirstClaim(
  deps: ClaimDeps,
  identity: Claimable,
  owner: string | null,
  context: CommandContext,
): Promise<Claim | null> {
  const unknown = { state: contactIdentity.initialState, revision: null }
  const claim = await tryClaim(deps, identity, unknown, owner, context)
  if (claim === null) return null
  const claim_id = deps.personIds.claimId(identity)
  deps.onClaim?.({ claim_id, contact_id: claim.contact_id }, claim.position)
  return claim
}

/** @returns null when the stream of the claim has moved on @throws ReplacedMeanwhile for an overtaken report */
async function tryClaim(
  { store, personIds }: ClaimDeps,
  identity: Claimable,
  { state, revision }: Loaded<ContactIdentity>,
  owner: string | null,
  context: CommandContext,
): Promise<Claim | null> {
  const stream = claimStream(personIds, identity)
  const { account_id, kind, match_key } = identity
  const contact_id = owner ?? contactId(stream, (revision ?? -1n) + 1n)
  const { said_at, now } = context
  const claim = { account_id, kind, match_key, contact_id, said_at, at: now().toISOString() }
  const facts = claimIdentity(claim, state)
  if (isRefusal(facts) && facts.refused === 'identity_replaced') throw new ReplacedMeanwhile()
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

/** Ends a claim if it names the contact. @returns the log position */
export function endClaim(
  deps: ClaimDeps,
  identity: Claimable,
  contact_id: string,
  context: CommandContext,
): Promise<bigint | null> {
  const { account_id, kind, match_key } = identity
  const { said_at, now } = context
  const command = { account_id, kind, match_key, contact_id, said_at, at: now().toISOString() }
  return changeClaim(deps, identity, { decide: releaseIdentity, command, context })
}

/**
 * Frees an identity of an erased person if it names the contact: who uses it from now on is a new contact. What was
 * reported before names nobody: it is not the next holder's.
 * @returns the log position
 */
export function freeClaim(
  deps: ClaimDeps,
  identity: Claimable,
  { contact_id, erasure }: { contact_id: string; erasure: Erasure },
  context: CommandContext,
): Promise<bigint | null> {
  const { account_id, kind, match_key } = identity
  const at = context.now().toISOString()
  const said_at = context.said_at ?? at
  const command = { account_id, kind, match_key, contact_id, said_at, erasure, at }
  return changeClaim(deps, identity, { decide: releaseIdentity, command, context })
}

/** Records under which identity of its kind the person of another one continues. */
export async function replaceIdentityBy(
  deps: ClaimDeps,
  identity: Claimable,
  replacement: Replacement,
  context: CommandContext,
): Promise<void> {
  const { account_id, kind, match_key } = identity
  const at = context.now().toISOString()
  const command = { account_id, kind, match_key, ...replacement, at }
  await changeClaim(deps, identity, { decide: replaceIdentity, command, context })
}

/** Moves a claim if it names `from`. @returns the log position */
export function moveClaim(
  deps: ClaimDeps,
  identity: Claimable,
  between: { readonly from: string; readonly to: string },
  context: CommandContext,
): Promise<bigint | null> {
  const { account_id, kind, match_key } = identity
  const command = { account_id, kind, match_key, ...between, at: context.now().toISOString() }
  return changeClaim(deps, identity, { decide: moveIdentity, command, context })
}

async function changeClaim<Command>(
  deps: ClaimDeps,
  identity: Claimable,
  execution: {
    readonly decide: Decide<Command, ContactIdentity, ContactIdentityEvent>
    readonly command: Command
    readonly context: CommandContext
  },
): Promise<bigint | null> {
  const id = deps.personIds.claimId(identity)
  const done = await execute(deps, { aggregate: contactIdentity, id, ...execution })
  if (done.refused !== undefined || done.position === null) return null
  const { contact_id = null, erasure = null } = done.state ?? {}
  deps.onClaim?.({ claim_id: id, contact_id, erasure }, done.position)
  return done.position
}
