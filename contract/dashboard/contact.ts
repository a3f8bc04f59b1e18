import { z } from 'zod'
import { Timestamp, Uuid } from '../ids.ts'

const Merged = z.object({
  id: Uuid,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: Timestamp,
})

/** What the dashboard shows of a contact beyond the API. */
export const ContactBackground = z
  .object({
    wa_id: z.string().nullable().describe('The number as WhatsApp writes it.'),
    lid: z.string().nullable().describe("The gateway's hidden id."),
    stage_by: z.enum(['hand', 'rule']).describe('Whether the stage was chosen by hand or derived.'),
    auto_kind: z.enum(['new', 'engaged', 'won']).describe('The automatic kind of the person.'),
    connection_ids: z.array(Uuid).describe('The connections on which the person is known.'),
    merged: z.array(Merged).max(100).describe('Contacts that were merged into this one.'),
  })
  .meta({ id: 'ContactBackground' })
export type ContactBackground = z.infer<typeof ContactBackground>
