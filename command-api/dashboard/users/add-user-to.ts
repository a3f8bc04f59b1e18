import { execute } from '@recado/application/commands/execute'
import { userEmailId } from '@recado/application/ids'
import { addUser, MOST_USERS } from '@recado/domain/user/add-user'
import type { Role } from '@recado/domain/user/events'
import { user as users } from '@recado/domain/user/user'
import { claimEmail } from '@recado/domain/user-email/claim-email'
import { userEmail } from '@recado/domain/user-email/user-email'
import type { RouteInput } from '@recado/infra/http/api-route'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../../deps.ts'
import { commandContext } from '../../request-context.ts'

type Asked = { readonly email: string; readonly name: string; readonly role: Role }

/** Claims the e-mail, then adds the user. Both steps accept the results of an earlier attempt; `isNew` is false then. */
export async function addUserTo(
  account_id: string,
  asked: Asked,
  input: Pick<RouteInput, 'caller' | 'requestId' | 'request'>,
  deps: CommandDeps,
): Promise<{ readonly user_id: string; readonly isNew: boolean } | HttpProblem> {
  const context = commandContext(input, deps, account_id)
  const at = context.now().toISOString()
  const claim = { account_id, user_id: deps.newId(), at }
  const claimed = await execute(deps, {
    aggregate: userEmail,
    id: userEmailId(asked.email),
    decide: claimEmail,
    command: claim,
    context,
  })
  if (!('state' in claimed)) return invalidInput('email is in use; take another address')
  const { user_id } = claimed.state ?? claim
  const command = { user_id, account_id, ...asked, at }
  const added = await execute(deps, {
    aggregate: users,
    id: account_id,
    decide: addUser,
    command,
    context,
  })
  if (!('events' in added)) return invalidInput(`an account has at most ${MOST_USERS} users`)
  return { user_id, isNew: added.events.length > 0 }
}
