import { randomBytes } from 'node:crypto'
import { execute } from '@recado/application/commands/execute'
import { issueSetup } from '@recado/domain/user/issue-setup'
import { LINK_LIFETIME_MS, user as users } from '@recado/domain/user/user'
import type { RouteInput } from '@recado/infra/http/api-route'
import { sha256Hex } from '@recado/infra/sha256'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'

/** A link that sets a user's password once, within LINK_LIFETIME_MS, and the log position of its fact. */
export type IssuedLink = {
  readonly setup_url: string
  readonly expires_at: string
  readonly position: bigint | null
}

/** Issues a link, which invalidates the user's earlier one. @returns null when the account has no such user */
export async function issueLink(
  { account_id, user_id }: { readonly account_id: string; readonly user_id: string },
  input: Pick<RouteInput, 'caller' | 'requestId' | 'request'>,
  deps: CommandDeps,
): Promise<IssuedLink | null> {
  const token = randomBytes(32).toString('base64url')
  const sha256 = sha256Hex(token)
  const context = commandContext(input, deps, account_id)
  const now = context.now()
  const expires_at = new Date(now.getTime() + LINK_LIFETIME_MS).toISOString()
  const command = { user_id, account_id, sha256, expires_at, at: now.toISOString() }
  const outcome = await execute(deps, {
    aggregate: users,
    id: account_id,
    decide: issueSetup,
    command,
    context,
  })
  if (!('position' in outcome)) return null
  const { protocol, host } = input.request
  const base = deps.config.PUBLIC_URL ?? `${protocol}://${host}`
  // Browsers do not send the part after #, so no server logs the token.
  const setup_url = `${base}/dashboard/setup#${token}`
  return { setup_url, expires_at, position: outcome.position }
}
