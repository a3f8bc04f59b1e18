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
  connectionId: string,
  accountId: string,
  vault: Vault,
): Promise<ShownWebhook> {
  if (state === null) throw new Error('a decided webhook has no configuration')
  const { webhook_id, url, events, active, secret_ref } = state
  const secret = await secretOrNull(vault, accountId, secret_ref)
  return { id: webhook_id, connection_id: connectionId, url, events: [...events], secret, active }
}
