import type { Ids } from '@recado/application/ids'
import type { Webhook as ShownWebhook } from '@recado/contract/webhook'
import type { Webhook } from '@recado/domain/webhook/webhook'
import { secretOrNull } from '@recado/infra/vault/secret-or-null'
import type { Vault } from '@recado/infra/vault/vault'

/**
 * The configuration as the API shows it, including the secret.
 * @param state after a decision, so never null
 */
export async function shownWebhook(
  state: Webhook,
  { connection_id, account_id }: Ids<'connection_id' | 'account_id'>,
  vault: Vault,
): Promise<ShownWebhook> {
  if (state === null) throw new Error('a decided webhook has no configuration')
  const { webhook_id, url, events, active, secret_ref } = state
  const secret = await secretOrNull(vault, { account_id, reference: secret_ref })
  return { id: webhook_id, connection_id, url, events: [...events], secret, active }
}
