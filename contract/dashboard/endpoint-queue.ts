import { z } from 'zod'
import { Timestamp, Uuid } from '../ids.ts'

/** The deliveries that wait for a webhook, and whether its endpoint accepts them. */
export const EndpointQueue = z
  .object({
    connection_id: Uuid,
    pending: z.int().nonnegative().describe('Deliveries that are neither delivered nor given up.'),
    failing_since: Timestamp.nullable().describe('Since when no attempt has succeeded.'),
  })
  .meta({ id: 'EndpointQueue' })
export type EndpointQueue = z.infer<typeof EndpointQueue>
