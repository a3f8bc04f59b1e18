import { z } from 'zod'

export const SystemState = z
  .object({
    read_models: z
      .object({
        position: z.string().describe('The read models show everything up to it.'),
        head: z
          .string()
          .nullable()
          .describe('The newest fact; null while the log does not answer.'),
        lag_ms: z
          .int()
          .nullable()
          .describe(
            'Age in milliseconds of the oldest fact that is not shown yet; null while it is unknown.',
          ),
      })
      .describe('How far behind the log the lists are.'),
    parked: z
      .int()
      .describe(
        'Events that could not be applied or recorded; at most 1,000 of each kind are counted.',
      ),
    numbers_down: z
      .int()
      .describe('Numbers that are not connected, without those that were released.'),
    failed_24h: z
      .int()
      .describe('Messages that failed within a day, among the newest 1,000 failed ones.'),
    webhooks_failing: z.int().describe('Active webhooks whose deliveries fail at present.'),
    dead_24h: z.int().describe('Deliveries given up within a day; at most 1,000 are counted.'),
  })
  .meta({
    id: 'SystemState',
    description: 'The state of the system, as far as it concerns one account.',
  })
export type SystemState = z.infer<typeof SystemState>
