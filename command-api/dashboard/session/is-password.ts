import { HttpProblem } from '@recado/infra/http/http-problem'
import type { UserEntry } from '@recado/infra/registry-entries'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { CommandDeps } from '../../deps.ts'
import { countUser } from './limits.ts'

/**
 * Whether it is the user's password. The check takes the same time for an unknown user.
 * @param owner the client's address, by which hashing is shared fairly
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

/** Checks the password of a user who is signed in. @returns null, or 403 when it is wrong @throws HttpProblem 429 */
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
