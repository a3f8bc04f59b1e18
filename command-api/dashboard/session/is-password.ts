import { HttpProblem } from '@recado/infra/http/http-problem'
import type { Turn } from '@recado/infra/http/sign-in/password-hash'
import type { UserEntry } from '@recado/infra/registry-entries'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { CommandDeps } from '../../deps.ts'
import type { SignedInAs } from '../require-session.ts'
import { countSession } from './limits.ts'

/** Whether a text is the user's password. The check takes the same time for an unknown user. */
export async function isPassword(
  user: UserEntry | undefined,
  password: string,
  turn: Turn,
  deps: Pick<CommandDeps, 'vault' | 'passwords'>,
): Promise<boolean> {
  const { account_id = '', password_ref = null } = user ?? {}
  const hash =
    password_ref === null
      ? null
      : await secretOrNull(deps.vault, { account_id, reference: password_ref })
  return deps.passwords.isRight(password, hash, turn)
}

/** Checks the password of a user who is signed in. @returns null, or 403 when it is wrong @throws HttpProblem 429 */
export async function confirmPassword(
  { user, session }: SignedInAs,
  password: string,
  deps: CommandDeps,
): Promise<HttpProblem | null> {
  const turn = await countSession(deps, session.session_id)
  if (await isPassword(user, password, turn, deps)) return null
  return new HttpProblem(403, 'forbidden', 'the password is wrong')
}
