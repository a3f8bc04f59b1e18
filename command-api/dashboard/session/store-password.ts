import { execute } from '@recado/application/commands/execute'
import { type PasswordProof, setPassword } from '@recado/domain/user/set-password'
import { user as users } from '@recado/domain/user/user'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { Turn } from '@recado/infra/http/sign-in/password-hash'
import type { UserEntry } from '@recado/infra/registry-entries'
import type { CommandDeps } from '../../deps.ts'
import { commandContext } from '../../routing/request-context.ts'
import type { AnyoneInput } from '../../routing/route.ts'
import { claimAddress, releaseAddress } from './claim-address.ts'

type NewPassword = {
  readonly user: UserEntry
  readonly password: string
  readonly proof: PasswordProof
  readonly turn: Turn
}

/** The vault reference of the password's hash, and the log position of the fact that names it. */
type Stored = { readonly password_ref: string; readonly password_position: bigint }

/**
 * Hashes a password, stores the hash in the vault and records it as the user's. With a link, it claims the user's address
 * first: of several accounts that have invited one address, the first whose link is used gets it.
 * @returns null when the proof is no longer valid, or the address belongs to another user
 */
export async function storePassword(
  { user, password, proof, turn }: NewPassword,
  { requestId, request }: Pick<AnyoneInput, 'requestId' | 'request'>,
  deps: CommandDeps,
): Promise<Stored | HttpProblem | null> {
  const { id: user_id, account_id } = user
  const account = deps.registry.account(account_id)
  if (account === undefined) return null
  if (password.toLowerCase() === user.email)
    return invalidInput('password must not be the e-mail address')
  const hash = await deps.passwords.hash(password, turn)
  const caller = { account, actor: { type: 'user', id: user_id } } as const
  const context = commandContext({ caller, requestId, request }, deps)
  if ('setup_sha256' in proof && !(await claimAddress(user, context, deps))) return null
  const secret_ref = await deps.vault.put({ account_id, secret: hash })
  const command = { user_id, account_id, secret_ref, proof, at: context.now().toISOString() }
  const outcome = await execute(deps, {
    aggregate: users,
    id: account_id,
    decide: setPassword,
    command,
    context,
  })
  if (outcome.refused !== undefined) await releaseAddress(user, context, deps)
  if (!('position' in outcome) || outcome.position === null) return null
  return { password_ref: secret_ref, password_position: outcome.position }
}
