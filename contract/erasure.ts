import { z } from 'zod'
import { ContactId, Timestamp, Uuid } from './ids.ts'

const Recipient = z.object({
  webhook_id: Uuid.describe('The webhook that told of the person, as in GET /webhooks.'),
  host: z.string().describe('The host that its events were posted to.'),
  last_at: Timestamp.describe('When something of the person was delivered there last.'),
})

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
    left_at_provider: z
      .object({
        files: z.int().positive().describe('How many files the provider still has.'),
        until: Timestamp.describe('When the provider deletes the last of them by itself.'),
      })
      .nullable()
      .describe(
        'Files of the person that the provider did not delete when asked so far, such as those of a released number; null for none.',
      ),
    recipients: z
      .array(Recipient)
      .describe(
        'Where webhooks had told of the person, who must be erased there too: empty until everything was found.',
      ),
  })
  .meta({ id: 'Erasure', description: 'The erasure of a person, and how far it is.' })
export type Erasure = z.infer<typeof Erasure>
