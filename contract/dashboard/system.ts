import { z } from 'zod'

/** How the system does, as far as it concerns one account. */
export const SystemState = z
  .object({
    read_models: z.object({
      position: z.string().describe('Everything up to it is shown.'),
      head: z.string().nullable().describe('The newest fact; null while the log does not answer.'),
      lag_ms: z
        .int()
        .nullable()
        .describe('How old the oldest fact is that is not shown; null while it is not known.'),
    }),
    parked: z
      .int()
      .nullable()
      .describe('What could not be applied or recorded; null while the log does not answer.'),
    numbers_down: z
      .int()
      .describe('Numbers that are not connected; those that were released are nobody’s care.'),
    failed_24h: z
      .int()
      .describe('Messages that failed within a day; of the newest 1,000 that failed.'),
    webhooks_failing: z.int().describe('Active webhooks whose deliveries fail now.'),
    dead_24h: z.int().describe('Deliveries given up within a day; at most 1,000 are counted.'),
  })
  .meta({ id: 'SystemState' })
export type SystemState = z.infer<typeof SystemState>
