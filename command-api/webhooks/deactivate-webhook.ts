import { webhook as exampleWebhook } from '@recado/contract/example-values'
import { ConnectionId } from '@recado/contract/ids'
import { Webhook } from '@recado/contract/webhook'
import { deactivateWebhook } from '@recado/domain/webhook/deactivate-webhook'
import { webhook } from '@recado/domain/webhook/webhook'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../routing/command-route.ts'
import { shownWebhook } from './shown-webhook.ts'

export const deactivateWebhookRoute = commandRoute({
  method: 'DELETE',
  operationId: 'deactivateWebhook',
  url: '/webhooks',
  summary: "Pause a connection's webhook",
  description:
    'Configuration and history stay. Deliveries that become due meanwhile wait; Recado makes them in order when the webhook is configured as active again.',
  query: z.object({
    connection_id: ConnectionId.describe('The connection whose webhook is paused.'),
  }),
  problems: [400, 404, 422],
  prepare: async ({ account, query }, { registry }) => {
    const connection = registry.connection(query.connection_id)
    return connection?.account_id === account.id ? {} : notFound()
  },
  aggregate: webhook,
  stream: ({ query }) => query.connection_id,
  command: ({ query: { connection_id }, at }) => {
    return { connection_id, reason: 'requested' as const, url: null, at }
  },
  decide: deactivateWebhook,
  refusals: { webhook_not_configured: notFound },
  reply: { 200: z.object({ data: Webhook }) },
  replyExamples: { 200: { value: { data: { ...exampleWebhook, active: false } } } },
  answer: async ({ state, query, account }, { vault }) => ({
    data: await shownWebhook(
      state,
      { connection_id: query.connection_id, account_id: account.id },
      vault,
    ),
  }),
})
