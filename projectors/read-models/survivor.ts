import type { Rows } from '../engine/projection.ts'
import { type ContactRow, contacts } from './contact-row.ts'

/** The contact, or its survivor when it was merged. */
export async function survivorOf(rows: Rows, contactId: string): Promise<ContactRow | undefined> {
  const contact = await rows.get(contacts, contactId)
  return contact && rows.get(contacts, contact.survivor_id)
}
