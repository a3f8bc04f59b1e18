import { z } from 'zod'
import { ConnectionId, RecoveryId, Timestamp } from './ids.ts'
import { Instant } from './kinds.ts'

/** Body of POST /webhooks/recover. */
export const RecoveryRequest = z.object({
  connection_id: ConnectionId,
  since: Instant.describe(
    'Events recorded from that moment; neither in the future nor before what is kept.',
  ),
})

export const WebhookRecovery = z
  .object({
    id: RecoveryId,
    connection_id: ConnectionId,
    since: Timestamp.describe('Events recorded from that moment are delivered.'),
    status: z.enum(['running', 'done']).describe('done: every event has been looked at.'),
    found: z.int().nonnegative().describe('Events so far that were never delivered.'),
    enqueued: z
      .int()
      .nonnegative()
      .describe('Deliveries made of them so far; the other events were on their way already.'),
  })
  .meta({
    id: 'WebhookRecovery',
    description: 'The delivery of all events that a webhook never accepted.',
  })
export type WebhookRecovery = z.infer<typeof WebhookRecovery>
