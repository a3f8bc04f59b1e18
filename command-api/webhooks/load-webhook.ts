import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { webhook } from '@recado/domain/webhook/webhook'
import type { CommandDeps } from '../deps.ts'

export type ConfiguredWebhook = {
  readonly id: string
  readonly url: string
  readonly active: boolean
}

/**
 * A connection's webhook by the log, because the registry of this process may not know yet what another process wrote.
 */
export async function loadWebhook(
  deps: Pick<CommandDeps, 'store' | 'cache'>,
  connectionId: string,
): Promise<ConfiguredWebhook | null> {
  const { state } = await load(deps, webhook, streamOf(webhook, connectionId))
  return state && { id: state.webhook_id, url: state.url, active: state.active }
}
