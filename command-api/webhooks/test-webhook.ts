import { deliveryRequestId, keyedTestId } from '@recado/application/ids'
import {
  connection_id as exampleConnection,
  requestedDelivery as exampleDelivery,
} from '@recado/contract/example-values'
import { WebhookTest } from '@recado/contract/webhook'
import { WebhookDelivery } from '@recado/contract/webhook-delivery'
import { requestTest } from '@recado/domain/webhook-delivery/request-test'
import { HttpProblem, invalidInput, notFound } from '@recado/infra/http/http-problem'
import { providerOf } from '@recado/infra/providers/provider-of'
import { z } from 'zod'
import { workflowRoute } from '../routing/route.ts'
import { buildSample } from './build-sample.ts'
import { loadWebhook } from './load-webhook.ts'
import { MAX_WAITING_DELIVERIES } from './queue-room.ts'
import {
  answerRepeatedRequest,
  DELIVERY_KEY,
  findRequestedDelivery,
  newDelivery,
  recordRequest,
} from './requested-delivery.ts'
import { unsupportedEvent } from './unsupported-event.ts'

const REFUSALS = {
  webhook_not_configured: 'connection_id has no webhook; configure one with PUT /webhooks',
  webhook_paused: 'the webhook of connection_id is paused; configure it as active to test it',
} as const

export const testWebhookRoute = workflowRoute({
  method: 'POST',
  operationId: 'testWebhook',
  url: '/webhooks/test',
  summary: 'Send a sample event to a webhook',
  description:
    'Extension. Sends a signed sample with `test: true` and `sequence: null` once to the configured URL, whether or not ' +
    'the webhook lists the event. The sample waits for the pending deliveries before it, of which at most ' +
    `${MAX_WAITING_DELIVERIES} may be requested ones. It does not count as traffic: no list or figure includes it, and no ` +
    'answer to it pauses the webhook. ' +
    'GET /webhooks/deliveries/{id} shows its outcome.',
  body: WebhookTest,
  requestExamples: {
    received: {
      value: {
        connection_id: exampleConnection,
        event: 'whatsapp.message.received',
      },
    },
  },
  headers: DELIVERY_KEY,
  problems: [404],
  reply: { 202: z.object({ data: WebhookDelivery }) },
  replyExamples: { 202: { value: { data: exampleDelivery } } },
  async handle(input, deps) {
    const { account, body } = input
    const connection = deps.registry.connection(body.connection_id)
    if (connection?.account_id !== account.id) return notFound()
    const provider = providerOf(deps.providers, connection.type)
    const unsupported = unsupportedEvent('event', [body.event], provider)
    if (unsupported !== null) return unsupported
    const { connection_id, event: wanted } = body
    const requested = await findRequestedDelivery(input, deps, connection_id, (key) =>
      keyedTestId({ connection_id, event: wanted, idempotency_key: key }),
    )
    if (requested instanceof HttpProblem) return requested
    if (requested.known !== null) return answerRepeatedRequest(requested.known)
    const { id } = requested
    const event_id = deliveryRequestId(id)
    const at = deps.now().toISOString()
    const sample = buildSample(provider, connection, wanted, { id: event_id, at })
    const webhook = await loadWebhook(deps, connection_id)
    const of = { delivery_id: id, connection_id, event_id, ...sample, at }
    const fact = requestTest(of, webhook)
    if (webhook === null || 'refused' in fact)
      return invalidInput(REFUSALS['refused' in fact ? fact.refused : 'webhook_not_configured'])
    const { event } = sample
    const delivery = newDelivery(
      { id, connection_id, event, event_id, target_url: webhook.url },
      at,
    )
    return recordRequest(input, deps, delivery, [fact])
  },
})
