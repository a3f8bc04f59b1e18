import { z } from 'zod'
import { Timestamp, Uuid } from './ids.ts'
import { Instant } from './kinds.ts'

/** Body of POST /webhooks/recover. */
export const RecoveryRequest = z.object({
  connection_id: Uuid,
  since: Instant.describe(
    'Events recorded from that moment; neither in the future nor before what is kept.',
  ),
})

/** A recovery: delivers the events that a webhook never accepted. */
export const WebhookRecovery = z
  .object({
    id: Uuid,
    connection_id: Uuid,
    since: Timestamp,
    status: z.enum(['running', 'done']),
    found: z.int().nonnegative().describe('Events so far that were never delivered.'),
    enqueued: z
      .int()
      .nonnegative()
      .describe('Deliveries made of them so far; the other events were on their way already.'),
  })
  .meta({ id: 'WebhookRecovery' })
export type WebhookRecovery = z.infer<typeof WebhookRecovery>
