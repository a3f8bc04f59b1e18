import {
  type ContactIdentity,
  contactIdentity,
  type Replacement,
} from '@recado/domain/contact-identity/contact-identity'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import { moveIdentity } from '@recado/domain/contact-identity/move-identity'
import { releaseIdentity } from '@recado/domain/contact-identity/release-identity'
import { replaceIdentity } from '@recado/domain/contact-identity/replace-identity'
import type { Decide } from '@recado/domain/decision'
import type { CommandContext } from '../commands/command-context.ts'
import { execute } from '../commands/execute.ts'
import { claimId } from '../ids.ts'
import type { Claimable, ClaimDeps } from './claims.ts'

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
  return change(deps, identity, { decide: releaseIdentity, command, context })
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
  await change(deps, identity, { decide: replaceIdentity, command, context })
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
  return change(deps, identity, { decide: moveIdentity, command, context })
}

async function change<Command>(
  deps: ClaimDeps,
  { account_id, kind, match_key }: Claimable,
  execution: {
    readonly decide: Decide<Command, ContactIdentity, ContactIdentityEvent>
    readonly command: Command
    readonly context: CommandContext
  },
): Promise<bigint | null> {
  const id = claimId(account_id, kind, match_key)
  const done = await execute(deps, { aggregate: contactIdentity, id, ...execution })
  if (done.refused !== undefined || done.position === null) return null
  deps.onClaim?.(id, done.state?.contact_id ?? null, done.position)
  return done.position
}
