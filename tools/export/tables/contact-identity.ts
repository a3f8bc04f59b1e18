import type {
  CONTACT_IDENTITY_FIELDS,
  ContactIdentityEvent,
} from '@recado/domain/contact-identity/events'
import type { ColumnsOf } from '../columns.ts'

export const contactIdentity: ColumnsOf<ContactIdentityEvent, typeof CONTACT_IDENTITY_FIELDS> = {
  data_account_id: 'text',
  contact_id: 'text',
  kind: 'text',
  match_key: 'text',
  claimed_at: 'timestamp',
  released_at: 'timestamp',
  said_at: 'timestamp',
  by: 'json',
  replaced_at: 'timestamp',
}
