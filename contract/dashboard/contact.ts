import { z } from 'zod'
import { ShownName, shownIdentities } from '../contact.ts'
import { ConnectionId, CreatedAt, Uuid } from '../ids.ts'
import { GivenPassword } from './session.ts'

const Merged = z.object({
  id: Uuid.describe('Its own id, which still leads to the contact that continues.'),
  name: ShownName,
  phone: shownIdentities.phone,
  created_at: CreatedAt,
})

export const ContactBackground = z
  .object({
    wa_id: z.string().nullable().describe('The number as WhatsApp writes it.'),
    lid: z.string().nullable().describe("The gateway's hidden id."),
    stage_by: z.enum(['hand', 'rule']).describe('Whether the stage was chosen by hand or derived.'),
    auto_kind: z.enum(['new', 'engaged', 'won']).describe('The automatic kind of the person.'),
    connection_ids: z.array(ConnectionId).describe('The connections on which the person is known.'),
    merged: z.array(Merged).max(100).describe('Contacts that were merged into this one.'),
  })
  .meta({
    id: 'ContactBackground',
    description: 'What the dashboard shows of a contact beyond the API.',
  })
export type ContactBackground = z.infer<typeof ContactBackground>

/** Body of POST /contacts/{id}/erase. */
export const EraseContact = z.object({ password: GivenPassword })
