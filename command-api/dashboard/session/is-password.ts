import { HttpProblem } from '@recado/infra/http/http-problem'
import type { UserEntry } from '@recado/infra/registry-entries'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { CommandDeps } from '../../deps.ts'
import { countUser } from './limits.ts'

/**
 * Whether it is the user's password. Nobody's password costs the same as a wrong one.
 * @param owner whose turn at the hash it is: the address of the client
 */
export async function isPassword(
  user: UserEntry | undefined,
  password: string,
  owner: string,
  deps: Pick<CommandDeps, 'vault' | 'passwords'>,
): Promise<boolean> {
  const { account_id = '', password_ref = null } = user ?? {}
  const hash =
    password_ref === null ? null : await secretOrNull(deps.vault, account_id, password_ref)
  return deps.passwords.isRight(password, hash, owner)
}

/**
 * Asks who is signed in for the password once more.
 * @returns null when it is right, else 403
 * @throws HttpProblem 429 after too many
 */
export async function confirmPassword(
  user: UserEntry,
  password: string,
  owner: string,
  deps: CommandDeps,
): Promise<HttpProblem | null> {
  await countUser(deps, user.id)
  if (await isPassword(user, password, owner, deps)) return null
  return new HttpProblem(403, 'forbidden', 'the password is wrong')
}
