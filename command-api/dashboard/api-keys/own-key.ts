import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { type ApiKey, apiKey } from '@recado/domain/api-key/api-key'
import type { CommandDeps } from '../../deps.ts'

/** A key from the log; null when the account has none with this id. */
export async function ownKey(
  deps: CommandDeps,
  accountId: string,
  id: string,
): Promise<ApiKey | null> {
  const { state } = await load(deps, apiKey, streamOf(apiKey, id))
  return state.account_id === accountId ? state : null
}
