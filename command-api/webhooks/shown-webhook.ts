import type { Webhook as ShownWebhook } from '@recado/contract/webhook'
import type { Webhook } from '@recado/domain/webhook/webhook'
import type { Vault } from '@recado/infra/vault/vault'
import type { CommandDeps } from '../deps.ts'
import { secretBehind } from './webhook-secret.ts'

/** The configuration as the owner of the key sees it, secret included. */
export async function shownWebhook(
  state: NonNullable<Webhook>,
  connectionId: string,
  accountId: string,
  vault: Vault,
): Promise<ShownWebhook> {
  const { webhook_id, url, events, active, secret_ref } = state
  const secret = await secretBehind(vault, accountId, secret_ref)
  return { id: webhook_id, connection_id: connectionId, url, events: [...events], secret, active }
}

/** Where the newest fact of the webhook stands: what changed nothing still shows what was said before. */
export async function newestPosition(
  connectionId: string,
  { store }: Pick<CommandDeps, 'store'>,
): Promise<bigint | null> {
  return (await store.readLast(`webhook-${connectionId}`))?.position ?? null
}
