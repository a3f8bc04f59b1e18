import { load } from '@recado/application/commands/load'
import { type Ids, streamOf } from '@recado/application/ids'
import { type ApiKey, apiKey } from '@recado/domain/api-key/api-key'
import type { CommandDeps } from '../../deps.ts'

/** A key by the log; null when the account has none with this id. */
export async function loadOwnKey(
  deps: CommandDeps,
  { account_id, key_id }: Ids<'account_id' | 'key_id'>,
): Promise<ApiKey | null> {
  const { state } = await load(deps, apiKey, streamOf(apiKey, key_id))
  return state.account_id === account_id ? state : null
}
