import { load } from '@recado/application/commands/load'
import { streamOf } from '@recado/application/ids'
import { webhook } from '@recado/domain/webhook/webhook'
import type { CommandDeps } from '../deps.ts'

/** What a call about a webhook has to know of it. */
export type ConfiguredWebhook = {
  readonly id: string
  readonly url: string
  readonly active: boolean
}

/** A connection's webhook, by the log: whoever has just configured it may reach a process that has not heard of it yet. */
export async function configuredWebhook(
  deps: Pick<CommandDeps, 'store' | 'cache'>,
  connectionId: string,
): Promise<ConfiguredWebhook | null> {
  const { state } = await load(deps, webhook, streamOf(webhook, connectionId))
  return state && { id: state.webhook_id, url: state.url, active: state.active }
}
