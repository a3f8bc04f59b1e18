import { z } from 'zod'
import { Timestamp, Uuid } from './ids.ts'

/**
 * pending: not attempted, or paused; failed: the last attempt failed and another is planned; dead: none is.
 */
export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed', 'dead'])

/** One event on its way to a webhook. */
export const WebhookDelivery = z
  .object({
    id: Uuid.describe('Sent along as x-service-delivery.'),
    connection_id: Uuid,
    event: z.string(),
    event_id: Uuid.describe('Sent along as webhook-id; the same on every attempt and redelivery.'),
    status: DeliveryStatus,
    attempts: z.int(),
    last_status: z.int().nullable().describe('Last HTTP status; null without an answer.'),
    last_error: z.string().nullable(),
    target_url: z.string(),
    next_attempt_at: Timestamp.nullable(),
    delivered_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
