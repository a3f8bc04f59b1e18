import { keyedRedeliveryId } from '@recado/application/ids'
import { requestedDelivery as exampleDelivery } from '@recado/contract/example-values'
import { DeliveryId } from '@recado/contract/ids'
import { WebhookDelivery } from '@recado/contract/webhook-delivery'
import { redeliver } from '@recado/domain/webhook-delivery/redeliver'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { workflowRoute } from '../routing/route.ts'
import { findDelivery } from './find-delivery.ts'
import { MAX_WAITING_DELIVERIES } from './queue-room.ts'
import {
  answerRepeatedRequest,
  DELIVERY_KEY,
  findRequestedDelivery,
  newDelivery,
  recordRequest,
} from './requested-delivery.ts'

export const redeliverRoute = workflowRoute({
  method: 'POST',
  operationId: 'redeliverWebhookDelivery',
  url: '/webhooks/deliveries/:id/redeliver',
  summary: 'Deliver an event once more',
  description:
    'Extension. Creates a new delivery with the same event id and the same body, whatever the state of this one. It goes ' +
    "to the end of the webhook's queue, keeps no order with the rest of its conversation, and waits while the webhook is " +
    'paused. Its URL and secret are those that the webhook has when it is sent. ' +
    `At most ${MAX_WAITING_DELIVERIES} requested deliveries may wait.`,
  params: z.object({ id: DeliveryId }),
  headers: DELIVERY_KEY,
  problems: [404, 422],
  reply: { 202: z.object({ data: WebhookDelivery }) },
  replyExamples: { 202: { value: { data: exampleDelivery } } },
  async handle(input, deps) {
    const { account, params } = input
    const original = await findDelivery(deps.pool, {
      account_id: account.id,
      delivery_id: params.id,
    })
    const webhook = original && deps.registry.webhook(original.connection_id)
    // Webhooks are paused but never removed, so every delivery has one.
    if (!original || !webhook) return notFound()
    const { connection_id, event, event_id } = original
    const requested = await findRequestedDelivery(input, deps, connection_id, (key) =>
      keyedRedeliveryId({ original_id: params.id, idempotency_key: key }),
    )
    if (requested instanceof HttpProblem) return requested
    if (requested.known !== null) return answerRepeatedRequest(requested.known)
    const at = deps.now().toISOString()
    const { id } = requested
    const fact = redeliver({
      delivery_id: id,
      original_delivery_id: params.id,
      webhook_id: webhook.id,
      connection_id,
      event_id,
      at,
    })
    const of = { id, connection_id, event, event_id, target_url: webhook.url }
    return recordRequest(input, deps, newDelivery(of, at), [fact])
  },
})
