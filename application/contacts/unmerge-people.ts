import { contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { type ReturnIdentities, returnIdentities } from '@recado/domain/contact/return-identities'
import { unmergeContact } from '@recado/domain/contact/unmerge-contact'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import type { Refusal } from '@recado/domain/decision'
import type { CommandContext } from '../commands/command-context.ts'
import { type ExecuteDeps, execute } from '../commands/execute.ts'
import { newestPosition } from '../newest-position.ts'
import { type ClaimDeps, moveClaim } from './claims.ts'
import { contactState, survivorOf } from './contact-state.ts'
import { type Owner, reconcileClaims } from './reconcile-claims.ts'

export type Unmerged = {
  readonly refused?: undefined
  readonly survivor_id: string
  readonly position: bigint | null
}

/**
 * Takes a merged contact out of its survivor, and returns the identities to it that no other contact has claimed
 * since. The two are never merged again. A repeat completes what a crash left undone.
 * @throws as execute
 */
export async function unmergePeople(
  deps: ClaimDeps,
  owner: Owner,
  context: CommandContext,
): Promise<Unmerged | Refusal<'contact_not_found' | 'never_merged'>> {
  const survivor_id = await survivorIdOf(deps, owner)
  const command = { survivor_id, at: context.now().toISOString() }
  const execution = { aggregate: contact, id: owner.contact_id, decide: unmergeContact }
  const done = await execute(deps, { ...execution, command, context })
  if (done.refused !== undefined) return done
  const { identities = [], merged_contacts = 0 } = done.state ?? {}
  const positions = [
    done.position,
    await claimBack(deps, owner, survivor_id, identities, context),
    await giveBack(
      deps,
      survivor_id,
      { identities, merged_contacts: merged_contacts + 1 },
      context,
    ),
    await letOthersKeep(deps, owner, identities, context),
  ]
  return { survivor_id, position: newestPosition(positions) }
}

/** The contact's survivor, or the last one after an unmerge. */
export async function survivorIdOf(deps: ExecuteDeps, { contact_id }: Owner): Promise<string> {
  const state = await contactState(deps, contact_id)
  const into = state?.merged_into ?? state?.kept_apart.at(-1) ?? contact_id
  return (await survivorOf(deps, into))?.contact_id ?? into
}

async function claimBack(
  deps: ClaimDeps,
  { account_id, contact_id }: Owner,
  survivorId: string,
  identities: readonly LinkedIdentity[],
  context: CommandContext,
): Promise<bigint | null> {
  const positions: (bigint | null)[] = []
  for (const { kind, match_key } of identities.filter(isClaimed)) {
    const between = { from: survivorId, to: contact_id }
    const identity = { account_id, kind, match_key }
    positions.push(await moveClaim(deps, identity, between, context))
  }
  return newestPosition(positions)
}

async function giveBack(
  deps: ClaimDeps,
  survivorId: string,
  returned: Omit<ReturnIdentities, 'at'>,
  context: CommandContext,
): Promise<bigint | null> {
  const command = { ...returned, at: context.now().toISOString() }
  const execution = {
    aggregate: contact,
    id: survivorId,
    decide: returnIdentities,
    command,
    context,
  }
  const done = await execute(deps, execution)
  return done.refused === undefined ? done.position : null
}

function letOthersKeep(
  deps: ClaimDeps,
  owner: Owner,
  identities: readonly LinkedIdentity[],
  context: CommandContext,
): Promise<bigint | null> {
  const linked = identities.map((identity) => ({
    type: 'ContactIdentityLinked' as const,
    data: { contact_id: owner.contact_id, ...identity, linked_at: '' },
  }))
  return reconcileClaims(deps, owner, linked, () => context)
}
