import { execute } from '@recado/application/commands/execute'
import { signedInUser } from '@recado/application/registry/signed-in-user'
import { storable } from '@recado/domain/storable'
import { recordSignIn } from '@recado/domain/user-session/record-sign-in'
import { userSession } from '@recado/domain/user-session/user-session'
import { markAuthorised } from '@recado/infra/http/bounds/mark-authorised'
import { deviceCookie, sessionCookie } from '@recado/infra/http/sign-in/cookie'
import type { AccountEntry, UserEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../../deps.ts'
import { commandContext } from '../../routing/request-context.ts'
import type { AnyoneInput, WriteAnswer } from '../../routing/route.ts'
import { deviceOf } from './device-of.ts'

export type Beginning = {
  readonly account: AccountEntry
  readonly user: UserEntry
  readonly password_ref: string
  /** Log position of the fact that has just set the password; 0 for an older password. */
  readonly password_position: bigint
}

/**
 * Records the sign-in in the log, starts the session and sets the browser's cookies: of the session, and of the device.
 */
export async function beginSession(
  input: AnyoneInput,
  beginning: Beginning,
  deps: CommandDeps,
): Promise<WriteAnswer> {
  const { account, user, password_ref, password_position } = beginning
  const session_id = await appendSignIn(input, beginning, deps)
  const text = await deps.sessions.begin({
    session_id,
    user_id: user.id,
    password_ref,
    password_position: Number(password_position),
  })
  const headers = { 'set-cookie': cookiesOf(input, user, text, deps) }
  const data = signedInUser(account, user, { simulators: deps.simulators !== null })
  return { status: 201, body: { data }, headers, position: null }
}

/** @returns the id of the session */
async function appendSignIn(
  { request, requestId }: AnyoneInput,
  { account, user }: Beginning,
  deps: CommandDeps,
): Promise<string> {
  markAuthorised(request.raw)
  const session_id = deps.newId()
  const caller = { account, actor: { type: 'user', id: user.id } } as const
  const context = commandContext({ caller, requestId, request }, deps)
  const command = {
    session_id,
    user_id: user.id,
    account_id: account.id,
    user_agent: storable((request.headers['user-agent'] ?? '').slice(0, 200)),
    at: context.now().toISOString(),
  }
  const of = { aggregate: userSession, id: session_id, decide: recordSignIn, command, context }
  await execute(deps, of)
  return session_id
}

/** A device keeps its id from one sign-in of its user to the next. */
function cookiesOf(
  { request }: AnyoneInput,
  user: UserEntry,
  session: string,
  deps: CommandDeps,
): string[] {
  const { devices, now, config } = deps
  const device = devices.issue(user.id, deviceOf({ request }, user, deps), now().getTime())
  return [
    sessionCookie(request, config.PUBLIC_URL, session),
    deviceCookie(request, config.PUBLIC_URL, device),
  ]
}
