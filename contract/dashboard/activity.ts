import { z } from 'zod'
import { Timestamp } from '../ids.ts'

/** The median and the 95th percentile of a duration, in seconds. */
const Durations = z.object({
  count: z.int().describe('How many durations these are of.'),
  p50_s: z.int().nullable().describe('The median in seconds; null when nothing is counted.'),
  p95_s: z
    .int()
    .nullable()
    .describe('The 95th percentile in seconds; null when nothing is counted.'),
})
export type Durations = z.infer<typeof Durations>

const figures = {
  received: z.int().describe('Messages from people.'),
  outbound: z
    .object({
      pending: z.int().describe('Nothing is known yet of their delivery.'),
      sent: z.int().describe('WhatsApp has accepted them.'),
      delivered: z.int().describe("They reached the person's phone."),
      read: z.int().describe('The person read them.'),
      failed: z.int().describe('They will not arrive.'),
    })
    .describe('Messages of the business, by their present status.'),
  failed: z.record(z.string(), z.int()).describe('Failed messages, by class of the error.'),
  delivered_in: Durations.describe(
    'From the request to the delivery, for messages sent through the API.',
  ),
  waits: z.int().describe('How often a person began to wait for an answer.'),
  answered_in: Durations.describe('From that time to the first answer, where there is one.'),
  deliveries: z
    .object({
      pending: z.int().describe('Not attempted yet, or paused.'),
      delivered: z.int().describe('Your endpoint accepted them.'),
      failed: z.int().describe('Another attempt is planned.'),
      dead: z.int().describe('No attempt is planned any more.'),
    })
    .describe('Deliveries to webhooks, by their present status.'),
  attempts: z.int().describe('Attempts to make these deliveries.'),
}

const Figures = z
  .object(figures)
  .meta({ id: 'Figures', description: 'Counts of what happened in a span of time.' })
export type Figures = z.infer<typeof Figures>

const Bucket = z.object({
  start: Timestamp.describe('The first instant of the hour or day.'),
  end: Timestamp.describe('The first instant after it.'),
  ...figures,
})
export type Bucket = z.infer<typeof Bucket>

export const Activity = z
  .object({
    per: z.enum(['hour', 'day']).describe('What each bucket is.'),
    from: z.iso.date().describe('The first day.'),
    to: z.iso.date().describe('The last day, included.'),
    zone: z.string().describe('The time zone of the days, by its IANA name.'),
    deliveries_since: Timestamp.nullable().describe(
      'Deliveries of earlier events are no longer kept, and not counted; null while all are kept.',
    ),
    total: Figures.describe('Of the whole span.'),
    buckets: z.array(Bucket).describe('Of each hour or day, the earliest first.'),
  })
  .meta({
    id: 'Activity',
    description: 'The activity of some days, in whole hours or days of a time zone.',
  })
export type Activity = z.infer<typeof Activity>
