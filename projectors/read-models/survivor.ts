import type { Rows } from '../engine/projection.ts'
import { type ContactRow, contacts } from './contact-row.ts'

/** The contact, or its survivor when it was merged. */
export async function survivorOf(rows: Rows, contactId: string): Promise<ContactRow | undefined> {
  const contact = await rows.get(contacts, contactId)
  return contact && rows.get(contacts, contact.survivor_id)
}

/** The contacts of a person, by one of them: those that were merged have one survivor. */
export async function samePerson(rows: Rows, contactId: string): Promise<readonly string[]> {
  const contact = await rows.get(contacts, contactId)
  if (contact === undefined || (contact.merged_into === null && !contact.is_survivor))
    return [contactId]
  return (await rows.find(contacts, 'survivor_id', contact.survivor_id)).map(({ id }) => id)
}
