import { claimIdentity } from '@recado/domain/contact-identity/claim-identity'
import {
  type ContactIdentity,
  contactIdentity,
} from '@recado/domain/contact-identity/contact-identity'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { moveIdentity } from '@recado/domain/contact-identity/move-identity'
import { releaseIdentity } from '@recado/domain/contact-identity/release-identity'
import { isRefusal } from '@recado/domain/decision'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { Loaded } from '../commands/aggregate-cache.ts'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { type ExecuteDeps, execute } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { claimId, contactId, streamOf } from '../ids.ts'

/** One identity of one account, by what equal ones share. */
export type Claimable = {
  readonly account_id: string
  readonly kind: IdentityKind
  readonly match_key: string
}

/** The stream in which an identity is claimed. */
export function claimStream({ account_id, kind, match_key }: Claimable): string {
  return streamOf(contactIdentity, claimId(account_id, kind, match_key))
}

/** Whom the identity names, straight from the log; null when nobody. */
export async function claimant(deps: ExecuteDeps, identity: Claimable): Promise<string | null> {
  const { state } = await load(deps, contactIdentity, claimStream(identity))
  return state?.contact_id ?? null
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
  deps: ExecuteDeps,
  identity: Claimable,
  owner: string | null,
  context: CommandContext,
): Promise<Claim> {
  const stream = claimStream(identity)
  const { account_id, kind, match_key } = identity
  let loaded: Loaded<ContactIdentity> | undefined
  for (;;) {
    loaded = await load(deps, contactIdentity, stream, loaded)
    if (loaded.state !== null) return { contact_id: loaded.state.contact_id, position: null }
    const { revision } = loaded
    const contact_id = owner ?? contactId(stream, (revision ?? -1n) + 1n)
    const at = context.now().toISOString()
    const facts = claimIdentity({ account_id, kind, match_key, contact_id, at }, loaded.state)
    if (isRefusal(facts)) return { contact_id: facts.detail ?? contact_id, position: null }
    try {
      const events = newEvents(facts, context)
      const { position } = await deps.store.append(stream, revision ?? 'no_stream', events)
      return { contact_id, position }
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
    }
  }
}

/** As takeClaim. @returns the contact that the identity names from now on */
export async function claim(
  deps: ExecuteDeps,
  identity: Claimable,
  owner: string | null,
  context: CommandContext,
): Promise<string> {
  return (await takeClaim(deps, identity, owner, context)).contact_id
}

/** Ends a contact's claim; another's stays. @returns where in the log, null when there was none */
export async function endClaim(
  deps: ExecuteDeps,
  identity: Claimable,
  contact_id: string,
  context: CommandContext,
): Promise<bigint | null> {
  const { account_id, kind, match_key } = identity
  const at = context.now().toISOString()
  const done = await execute(deps, {
    aggregate: contactIdentity,
    id: claimId(account_id, kind, match_key),
    decide: releaseIdentity,
    command: { account_id, kind, match_key, contact_id, at },
    context,
  })
  return done.refused === undefined ? done.position : null
}

/** Lets an identity of one contact name another. @returns where in the log, null when it was not the one's */
export async function moveClaim(
  deps: ExecuteDeps,
  identity: Claimable,
  between: { readonly from: string; readonly to: string },
  context: CommandContext,
): Promise<bigint | null> {
  const { account_id, kind, match_key } = identity
  const at = context.now().toISOString()
  const done = await execute(deps, {
    aggregate: contactIdentity,
    id: claimId(account_id, kind, match_key),
    decide: moveIdentity,
    command: { account_id, kind, match_key, ...between, at },
    context,
  })
  return done.refused === undefined ? done.position : null
}
