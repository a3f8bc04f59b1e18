import type { KeptList } from './kept-list.ts'

export const contactsOfAccount = {
  name: 'contacts.account',
  table: 'contacts',
  key: 'listed_in',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  // Both, since a contact of a removed stage shows the stage of its automatic kind.
  facets: ['stage_id', 'auto_kind'],
  index: 'contacts_of_account',
} as const satisfies KeptList

export const contactsOfConnection = {
  name: 'contacts.connection',
  table: 'contact_connections',
  key: 'listed_on',
  position: 'pos',
  kind: 'blocks',
  order: 'newest_first',
  facets: ['stage_id', 'auto_kind'],
  index: 'contacts_of_connection',
} as const satisfies KeptList
