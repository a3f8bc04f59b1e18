import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { findUser, hasEnded, user as users } from '@recado/domain/user/user'
import { claimEmail } from '@recado/domain/user-email/claim-email'
import { releaseEmail } from '@recado/domain/user-email/release-email'
import { type UserEmail, userEmail } from '@recado/domain/user-email/user-email'
import type { UserEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../../deps.ts'

/** By then, ms, an acceptance that began while its link was valid has ended. */
const MAX_ACCEPTANCE_MS = 60 * 60 * 1_000

/** Claims the address of a user who sets a password. @returns whether the user has it now */
export async function claimAddress(
  { id: user_id, account_id, email }: UserEntry,
  context: CommandContext,
  deps: CommandDeps,
): Promise<boolean> {
  const id = deps.personIds.userEmailId(email)
  const { state: holder } = await load(deps, userEmail, streamOf(userEmail, id))
  const unproved = await unprovedHolder(holder, context.now(), deps)
  const command = { account_id, user_id, unproved, at: context.now().toISOString() }
  const execution = { aggregate: userEmail, id, decide: claimEmail, command, context }
  return (await execute(deps, execution)).refused === undefined
}

/** Releases an address whose user has not set a password. */
export async function releaseAddress(
  { id: user_id, account_id, email }: UserEntry,
  context: CommandContext,
  deps: CommandDeps,
): Promise<void> {
  const { state } = await load(deps, users, streamOf(users, account_id))
  if (findUser(state, user_id)?.secret_ref != null) return
  const command = { account_id, user_id, at: context.now().toISOString() }
  const id = deps.personIds.userEmailId(email)
  await execute(deps, { aggregate: userEmail, id, decide: releaseEmail, command, context })
}

/** The holder, if nothing but the claim is left of an interrupted acceptance: such a user can never sign in. */
async function unprovedHolder(
  holder: UserEmail,
  now: Date,
  deps: CommandDeps,
): Promise<string | null> {
  if (holder === null) return null
  const { state } = await load(deps, users, streamOf(users, holder.account_id))
  const user = findUser(state, holder.user_id)
  const before = new Date(now.getTime() - MAX_ACCEPTANCE_MS).toISOString()
  return user === undefined || hasEnded(user, before) ? holder.user_id : null
}
