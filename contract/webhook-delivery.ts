import { z } from 'zod'
import { Timestamp, Uuid } from './ids.ts'
import { attemptFailure, Why } from './why.ts'

/** pending: not attempted, or paused; failed: another attempt is planned; dead: no attempt is planned any more. */
export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed', 'dead'])

export const WebhookDelivery = z
  .object({
    id: Uuid.describe('Sent along as x-service-delivery.'),
    connection_id: Uuid,
    event: z.string(),
    event_id: Uuid.describe('Sent along as webhook-id; the same on every attempt and redelivery.'),
    status: DeliveryStatus,
    attempts: z.int(),
    last_status: z.int().nullable().describe('Last HTTP status; null without an answer.'),
    last_error: z
      .string()
      .nullable()
      .describe(
        'The error of the last attempt: what went wrong without an answer, or `answered <status>`. Null before the ' +
          'first attempt and once delivered; `paused for too long` for a delivery that was skipped.',
      ),
    target_url: z.string(),
    next_attempt_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryAttempt = z.object({
  attempt: z.int().min(1),
  at: Timestamp,
  http_status: z.int().nullable().describe('Null without an answer.'),
  took_ms: z.int().nonnegative(),
  outcome: z
    .enum(['delivered', 'failed', 'gone'])
    .describe('gone: answered 410, which pauses the webhook.'),
  ...attemptFailure,
  next_at: Timestamp.nullable().describe('When the next attempt was due; null when none was.'),
  answer_excerpt: z
    .string()
    .nullable()
    .describe('The first 4 KiB of a failing answer; null without one.'),
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

export const WebhookDeliveryDetail = WebhookDelivery.extend({
  why: Why.nullable().describe('Extension. Why it failed; null when it did not.'),
  attempt_log: z.array(DeliveryAttempt).describe('Every attempt, the first one first.'),
  request: z.object({
    headers: z
      .record(z.string(), z.string())
      .describe(
        'As signed for the last attempt: the signatures hold for the body below and for this time. Without ' +
          'x-service-signature, webhook-timestamp and webhook-signature where no attempt was made yet.',
      ),
    body: z.string().describe('The exact text that is signed and sent.'),
  }),
}).meta({ id: 'WebhookDeliveryDetail' })
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>
