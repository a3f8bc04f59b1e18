import { execute } from '@recado/application/commands/execute'
import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { addUser, MAX_USERS } from '@recado/domain/user/add-user'
import type { Role } from '@recado/domain/user/role'
import { user as users } from '@recado/domain/user/user'
import type { RouteInput } from '@recado/infra/http/api-route'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'

type Invitation = { readonly email: string; readonly name: string; readonly role: Role }

/**
 * Adds a user, or finds the account's user with this address; `isNew` is false then. Whether the address has a user in
 * another account makes no difference, so the answer reveals nothing about other accounts: an address is claimed when an
 * invitation is accepted (`command-api/dashboard/session/claim-address.ts`).
 */
export async function addUserTo(
  account_id: string,
  invitation: Invitation,
  input: Pick<RouteInput, 'caller' | 'requestId' | 'request'>,
  deps: CommandDeps,
): Promise<{ readonly user_id: string; readonly isNew: boolean } | HttpProblem> {
  const context = commandContext(input, deps, account_id)
  const command = {
    user_id: deps.newId(),
    account_id,
    ...invitation,
    at: context.now().toISOString(),
  }
  const added = await execute(deps, {
    aggregate: users,
    id: account_id,
    decide: addUser,
    command,
    context,
  })
  if (added.refused === undefined) return { user_id: command.user_id, isNew: true }
  const known =
    added.refused === 'email_invited' ? await findUserId(invitation.email, account_id, deps) : null
  if (known === null) return invalidInput(`an account has at most ${MAX_USERS} users`)
  return { user_id: known, isNew: false }
}

async function findUserId(email: string, account_id: string, deps: CommandDeps) {
  const { state } = await load(deps, users, streamOf(users, account_id))
  return state.present.find((one) => one.email === email)?.user_id ?? null
}
