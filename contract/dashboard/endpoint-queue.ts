import { z } from 'zod'
import { ConnectionId, Timestamp } from '../ids.ts'

export const EndpointQueue = z
  .object({
    connection_id: ConnectionId,
    pending: z.int().nonnegative().describe('Deliveries that are neither delivered nor given up.'),
    failing_since: Timestamp.nullable().describe(
      'Since when every attempt has failed; null while attempts succeed.',
    ),
    switched_off: z
      .enum(['gone', 'failing'])
      .nullable()
      .describe(
        'Why the webhook was deactivated without a request: its endpoint answered 410, or failed for days.',
      ),
  })
  .meta({
    id: 'EndpointQueue',
    description: 'The deliveries that wait for a webhook, and whether its endpoint accepts them.',
  })
export type EndpointQueue = z.infer<typeof EndpointQueue>
