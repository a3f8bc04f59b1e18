import { z } from 'zod'
import { ConnectionId, RecoveryId, Timestamp } from './ids.ts'
import { Instant } from './kinds.ts'

/** Body of POST /webhooks/recover. */
export const RecoveryRequest = z.object({
  connection_id: ConnectionId,
  since: Instant.describe(
    'Events recorded from that moment on. It must not be in the future, nor before the oldest retained event.',
  ),
})

export const WebhookRecovery = z
  .object({
    id: RecoveryId,
    connection_id: ConnectionId,
    since: Timestamp.describe('Events recorded from that moment are delivered.'),
    status: z.enum(['running', 'done']).describe('done: every event has been examined.'),
    found: z.int().nonnegative().describe('Events so far that were never delivered.'),
    enqueued: z
      .int()
      .nonnegative()
      .describe(
        'Deliveries created for them so far; the other events already had a pending delivery.',
      ),
  })
  .meta({
    id: 'WebhookRecovery',
    description: 'The delivery of all events that a webhook never accepted.',
  })
export type WebhookRecovery = z.infer<typeof WebhookRecovery>
