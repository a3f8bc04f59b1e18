import { z } from 'zod'
import { ContactId, Timestamp } from './ids.ts'

/** How far the erasure of a person is. */
export const Erasure = z
  .object({
    contact_id: ContactId,
    status: z
      .enum(['running', 'done'])
      .describe('done: nobody can read what was held on the person, in the log neither.'),
    requested_at: Timestamp.describe('When the erasure was requested.'),
    erased_at: Timestamp.nullable().describe('When it was done; null while it runs.'),
    found: z
      .record(z.string(), z.int().nonnegative())
      .describe('How much was found so far, by kind: messages, deliveries, raw events and so on.'),
  })
  .meta({ id: 'Erasure', description: 'The erasure of a person, and how far it is.' })
export type Erasure = z.infer<typeof Erasure>
