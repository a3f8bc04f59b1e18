import { z } from 'zod'
import { Timestamp } from '../ids.ts'

/** How long something took, as bounds that half of it, and nineteen of twenty, did not pass. */
const Durations = z.object({
  count: z.int(),
  p50_s: z.int().nullable().describe('Seconds; null when nothing is counted.'),
  p95_s: z.int().nullable(),
})
export type Durations = z.infer<typeof Durations>

const figures = {
  received: z.int().describe('Messages of people.'),
  outbound: z
    .object({
      pending: z.int(),
      sent: z.int(),
      delivered: z.int(),
      read: z.int(),
      failed: z.int(),
    })
    .describe('Messages of the business, by how far they have come by now.'),
  failed: z.record(z.string(), z.int()).describe('Those that failed, by class of the error.'),
  delivered_in: Durations.describe('From the request to the delivery, of messages sent by us.'),
  waits: z.int().describe('Times that a person began to wait for an answer.'),
  answered_in: Durations.describe('From there to the first answer, of those that have one.'),
  deliveries: z
    .object({ pending: z.int(), delivered: z.int(), failed: z.int(), dead: z.int() })
    .describe('Deliveries to webhooks, by how far they have come by now.'),
  attempts: z.int().describe('How often these deliveries were tried.'),
}

/** What is counted of a span of time. */
const Figures = z.object(figures).meta({ id: 'Figures' })
export type Figures = z.infer<typeof Figures>

/** The same of one hour or day. */
const Bucket = z.object({ start: Timestamp, end: Timestamp, ...figures })
export type Bucket = z.infer<typeof Bucket>

/** The most hours, in days, and the most days that are told at once. */
export const MOST_DAYS = { hour: 31, day: 400 } as const

/** What went on in some days, in whole hours or days of a time zone. */
export const Activity = z
  .object({
    per: z.enum(['hour', 'day']),
    from: z.iso.date(),
    to: z.iso.date().describe('The last day, included.'),
    zone: z.string(),
    deliveries_since: Timestamp.nullable().describe(
      'Deliveries of events before it are kept no longer, and not counted; null while all are kept.',
    ),
    total: Figures,
    buckets: z.array(Bucket),
  })
  .meta({ id: 'Activity' })
export type Activity = z.infer<typeof Activity>
