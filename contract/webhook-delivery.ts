import { z } from 'zod'
import { contactOf } from './contact-of.ts'
import { ConnectionId, CreatedAt, DeliveryId, Timestamp, Uuid } from './ids.ts'
import { attemptFailure, Why } from './why.ts'

export const DeliveryStatus = z
  .enum(['pending', 'delivered', 'failed', 'dead'])
  .describe(
    'pending: not attempted, or paused. failed: another attempt is planned. dead: no attempt is planned any more.',
  )

export const DeliveredEvent = z
  .string()
  .describe("The name of the event: ours, or the provider's for a native one.")

export const WebhookDelivery = z
  .object({
    id: DeliveryId.describe('Sent along as x-service-delivery.'),
    connection_id: ConnectionId,
    event: DeliveredEvent,
    event_id: Uuid.describe('Sent along as webhook-id; the same on every attempt and redelivery.'),
    status: DeliveryStatus,
    attempts: z.int().describe('Attempts so far.'),
    last_status: z.int().nullable().describe('Last HTTP status; null without an answer.'),
    last_error: z
      .string()
      .nullable()
      .describe(
        'The error of the last attempt: what went wrong without an answer, or `answered <status>`. Null before the ' +
          'first attempt and once delivered; `paused for too long` for a delivery that was skipped.',
      ),
    target_url: z
      .string()
      .describe('The URL of the last attempt; before the first, the URL of the webhook.'),
    next_attempt_at: Timestamp.nullable().describe(
      'When the next attempt is due; null when none is planned.',
    ),
    delivered_at: Timestamp.nullable().describe(
      'When the endpoint answered 2xx; null until it does.',
    ),
    created_at: CreatedAt,
  })
  .meta({ id: 'WebhookDelivery', description: 'One event on its way to one webhook.' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const ListedDelivery = WebhookDelivery.extend(contactOf).meta({
  id: 'ListedDelivery',
  description: 'One event on its way to one webhook, and the person that the event is about.',
})
export type ListedDelivery = z.infer<typeof ListedDelivery>

export const DeliveryAttempt = z.object({
  attempt: z.int().min(1).describe('Its number among the attempts of the delivery.'),
  at: Timestamp.describe('When it was posted.'),
  http_status: z.int().nullable().describe('Null without an answer.'),
  took_ms: z.int().nonnegative().describe('Milliseconds until the answer, or until it failed.'),
  outcome: z
    .enum(['delivered', 'failed', 'gone'])
    .describe('gone: the endpoint answered 410, which pauses the webhook.'),
  ...attemptFailure,
  next_at: Timestamp.nullable().describe(
    'When the next attempt was due; null when none was planned.',
  ),
  answer_excerpt: z
    .string()
    .nullable()
    .describe('The first 4 KiB of a failing answer; null without one.'),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const WebhookDeliveryDetail = ListedDelivery.extend({
  why: Why.nullable().describe('Extension. Why it failed; null when it did not.'),
  attempt_log: z.array(DeliveryAttempt).describe('Every attempt, the first one first.'),
  request: z
    .object({
      headers: z
        .record(z.string(), z.string())
        .describe(
          'As signed for the last attempt: the signatures hold for the body below and for this time. Without ' +
            'x-service-signature, webhook-timestamp and webhook-signature where no attempt was made yet.',
        ),
      body: z.string().describe('The exact text that is signed and sent.'),
    })
    .describe('What is posted.'),
}).meta({
  id: 'WebhookDeliveryDetail',
  description: 'A delivery with every attempt, and the request exactly as it was signed.',
})
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>
