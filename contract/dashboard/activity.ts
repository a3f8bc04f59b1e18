import { z } from 'zod'
import { Timestamp } from '../ids.ts'

/** The median and the 95th percentile of a duration, in seconds. */
const Durations = z.object({
  count: z.int(),
  p50_s: z.int().nullable().describe('Seconds; null when nothing is counted.'),
  p95_s: z.int().nullable(),
})
export type Durations = z.infer<typeof Durations>

const figures = {
  received: z.int().describe('Messages from people.'),
  outbound: z
    .object({
      pending: z.int(),
      sent: z.int(),
      delivered: z.int(),
      read: z.int(),
      failed: z.int(),
    })
    .describe('Messages of the business, by their present status.'),
  failed: z.record(z.string(), z.int()).describe('Failed messages, by class of the error.'),
  delivered_in: Durations.describe(
    'From the request to the delivery, for messages sent through the API.',
  ),
  waits: z.int().describe('Times that a person began to wait for an answer.'),
  answered_in: Durations.describe('From that time to the first answer, where there is one.'),
  deliveries: z
    .object({ pending: z.int(), delivered: z.int(), failed: z.int(), dead: z.int() })
    .describe('Deliveries to webhooks, by their present status.'),
  attempts: z.int().describe('How often these deliveries were tried.'),
}

const Figures = z.object(figures).meta({ id: 'Figures' })
export type Figures = z.infer<typeof Figures>

const Bucket = z.object({ start: Timestamp, end: Timestamp, ...figures })
export type Bucket = z.infer<typeof Bucket>

/** The longest span of one answer, in days, for figures by hour and by day. */
export const MOST_DAYS = { hour: 31, day: 400 } as const

/** The activity of some days, in whole hours or days of a time zone. */
export const Activity = z
  .object({
    per: z.enum(['hour', 'day']),
    from: z.iso.date(),
    to: z.iso.date().describe('The last day, included.'),
    zone: z.string(),
    deliveries_since: Timestamp.nullable().describe(
      'Deliveries of earlier events are no longer kept, and not counted; null while all are kept.',
    ),
    total: Figures,
    buckets: z.array(Bucket),
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>
