import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import type { Ids } from '@recado/application/ids'
import { removeUser } from '@recado/domain/user/remove-user'
import { user as users } from '@recado/domain/user/user'
import { type ReleaseEmail, releaseEmail } from '@recado/domain/user-email/release-email'
import { userEmail } from '@recado/domain/user-email/user-email'
import type { RouteInput } from '@recado/infra/http/api-route'
import { type HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../../deps.ts'
import { commandContext } from '../../routing/request-context.ts'

type Removed = { readonly position: bigint | null }

/**
 * Removes a user of an account, who is signed out at once. The address is released last: if a crash leaves its claim, the
 * next user who accepts an invitation takes it over.
 * @returns the log position of the removal
 */
export async function removeUserFrom(
  { account_id, user_id }: Ids<'account_id' | 'user_id'>,
  input: Pick<RouteInput, 'caller' | 'requestId' | 'request'>,
  deps: CommandDeps,
): Promise<Removed | HttpProblem> {
  const context = commandContext(input, deps, account_id)
  const email = deps.registry.user(user_id)?.email
  const command = { user_id, account_id, at: context.now().toISOString() }
  const execution = { aggregate: users, id: account_id, decide: removeUser, command, context }
  const outcome = await execute(deps, execution)
  if (outcome.refused !== undefined)
    return outcome.refused === 'last_owner'
      ? invalidInput('the last owner cannot be removed; make another user an owner first')
      : notFound()
  if (email !== undefined) await releaseEmailOf(email, command, context, deps)
  await deps.sessions.end({ user_id })
  return { position: outcome.position }
}

/** Lets an address name another user, if it still names this one. */
export async function releaseEmailOf(
  email: string,
  command: ReleaseEmail,
  context: CommandContext,
  deps: CommandDeps,
): Promise<void> {
  const id = deps.personIds.userEmailId(email)
  await execute(deps, { aggregate: userEmail, id, decide: releaseEmail, command, context })
}
