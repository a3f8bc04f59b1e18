import { z } from 'zod'
import { Timestamp, Uuid } from '../ids.ts'

/** Somebody who lives on as this contact. */
const Merged = z.object({
  id: Uuid,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  created_at: Timestamp,
})

/** What the dashboard shows of a contact besides what the API does. */
export const ContactBackground = z
  .object({
    wa_id: z.string().nullable().describe('The number as WhatsApp writes it.'),
    lid: z.string().nullable().describe("The gateway's hidden id."),
    stage_by: z.enum(['hand', 'rule']).describe('Whether somebody chose the stage shown.'),
    auto_kind: z.enum(['new', 'engaged', 'won']).describe('What the rule makes of the person.'),
    connection_ids: z.array(Uuid).describe('The numbers that know the person.'),
    merged: z.array(Merged).max(100).describe('Contacts that live on as this one.'),
  })
  .meta({ id: 'ContactBackground' })
export type ContactBackground = z.infer<typeof ContactBackground>
