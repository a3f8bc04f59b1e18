import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { dropErasure, keepErasure } from '@recado/application/contacts/kept-erasures'
import { type Ids, streamOf } from '@recado/application/ids'
import { isRefusal, type Refusal } from '@recado/domain/decision'
import { type EraseUser, eraseUser } from '@recado/domain/user/erase-user'
import { type Users, user as users } from '@recado/domain/user/user'
import type { RouteInput } from '@recado/infra/http/api-route'
import { type HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../../deps.ts'
import { commandContext } from '../../routing/request-context.ts'
import { forgetSignInsOf } from '../session/limits.ts'
import { releaseEmailOf } from './remove-user-from.ts'

type Erased = { readonly erased_at: string; readonly position: bigint | null }

/**
 * Erases a user, who is signed out at once. It is noted in ERASURES_DIR before the log says it, and only if the log
 * will. The keys are destroyed by `projectors/reactors/erasure/erase-user.ts`.
 */
export async function eraseUserOf(
  { account_id, user_id }: Ids<'account_id' | 'user_id'>,
  input: Pick<RouteInput, 'caller' | 'requestId' | 'request'>,
  deps: CommandDeps,
): Promise<Erased | HttpProblem> {
  const context = commandContext(input, deps, account_id)
  const email = deps.registry.user(user_id)?.email
  const command = { user_id, account_id, at: context.now().toISOString() }
  const problem = await keptBefore(command, deps)
  if (problem !== null) return problem
  const execution = { aggregate: users, id: account_id, decide: eraseUser, command, context }
  const outcome = await execute(deps, execution)
  if (outcome.refused !== undefined) {
    const { ERASURES_DIR: folder } = deps.config
    if (folder !== null) await dropErasure(folder, user_id)
    return problemOf(outcome)
  }
  if (email !== undefined) {
    await releaseEmailOf(email, command, context, deps)
    await forgetSignInsOf(deps, email)
  }
  await deps.sessions.end({ user_id })
  return { erased_at: erasedAt(outcome.state, command), position: outcome.position }
}

/** Notes the erasure outside of what a backup restores, unless it would be refused. */
async function keptBefore(command: EraseUser, deps: CommandDeps): Promise<HttpProblem | null> {
  const { account_id, user_id, at: requested_at } = command
  const { state } = await load(deps, users, streamOf(users, account_id))
  const decided = eraseUser(command, state)
  if (isRefusal(decided)) return problemOf(decided)
  const { ERASURES_DIR: folder } = deps.config
  if (folder !== null) await keepErasure(folder, { account_id, user_id, requested_at })
  return null
}

function problemOf({ refused }: Refusal<'user_not_found' | 'last_owner'>): HttpProblem {
  return refused === 'last_owner'
    ? invalidInput(
        'the last owner can only be erased with the account; make another user an owner first',
      )
    : notFound()
}

function erasedAt({ erased }: Users, { user_id, at }: EraseUser): string {
  return erased.find((one) => one.user_id === user_id)?.erased_at ?? at
}
