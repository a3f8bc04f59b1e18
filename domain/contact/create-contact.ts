import type { Decide } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactCreated } from './events.ts'

export type CreateContact = { contact_id: string; at: string }

export const createContact: Decide<CreateContact, Contact, ContactCreated> = (
  { contact_id, at },
  state,
) => (state === null ? [{ type: 'ContactCreated', data: { contact_id, created_at: at } }] : [])
