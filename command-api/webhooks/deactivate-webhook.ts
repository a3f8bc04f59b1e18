import { execute } from '@recado/application/commands/execute'
import { Uuid } from '@recado/contract/ids'
import { Webhook } from '@recado/contract/webhook'
import { deactivateWebhook } from '@recado/domain/webhook/deactivate-webhook'
import { webhook } from '@recado/domain/webhook/webhook'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandContext } from '../request-context.ts'
import { route } from '../route.ts'
import { newestPosition, shownWebhook } from './shown-webhook.ts'

export const deactivateWebhookRoute = route({
  method: 'DELETE',
  operationId: 'deactivateWebhook',
  url: '/webhooks',
  summary: "Pause a connection's webhook",
  description:
    'Configuration and history stay; what is owed meanwhile waits and is delivered in order when the webhook is configured as active again.',
  query: z.object({ connection_id: Uuid }),
  problems: [400, 404, 422],
  reply: { 200: z.object({ data: Webhook }) },
  async handle(input, deps) {
    const { account, query } = input
    const { connection_id } = query
    if (deps.registry.connection(connection_id)?.account_id !== account.id) return notFound()
    const context = commandContext(input, deps)
    const at = context.now().toISOString()
    const command = { connection_id, reason: 'requested' as const, url: null, at }
    const order = { aggregate: webhook, id: connection_id, decide: deactivateWebhook }
    const done = await execute(deps, { ...order, command, context })
    if (done.refused !== undefined || done.state === null) return notFound()
    return {
      status: 200,
      body: { data: await shownWebhook(done.state, connection_id, account.id, deps.vault) },
      position: done.position ?? (await newestPosition(connection_id, deps)),
    }
  },
})
