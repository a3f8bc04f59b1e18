import { z } from 'zod'
import { Fact } from './dashboard/fact.ts'
import { ContactId, Timestamp, Uuid } from './ids.ts'

const Recipient = z.object({
  webhook_id: Uuid.describe('The webhook, as in GET /webhooks.'),
  target_url: z.string().describe('Where webhooks about the person were delivered.'),
  delivered: z.int().describe('How many.'),
  first_at: Timestamp.describe('The first of them.'),
  last_at: Timestamp.describe('The last of them.'),
})

/** Everything that an account holds on a person. */
export const ContactExport = z
  .object({
    data: z
      .object({
        contact_id: ContactId,
        merged_contact_ids: z.array(ContactId).describe('Contacts that were merged into it.'),
        recipients: z.array(Recipient).describe('To whom data about the person was delivered.'),
        facts: z
          .array(Fact)
          .describe(
            'Of contact, identities, conversations, calls, messages and sales, each with its time, who recorded it and why.',
          ),
      })
      .describe('The person, to whom data was delivered, and what is held.'),
  })
  .meta({ id: 'ContactExport', description: 'Everything that the account holds on a person.' })
