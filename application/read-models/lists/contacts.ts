import type { KeptList } from './kept-list.ts'

/** Contacts of an account, newest first. */
export const contactsOfAccount = {
  name: 'contacts.account',
  table: 'contacts',
  key: 'listed_in',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  // The pair, since a contact of a removed stage shows the stage of its kind.
  facets: ['stage_id', 'auto_kind'],
  index: 'contacts_of_account',
} as const satisfies KeptList

/** Contacts on a connection, the one that came last first. */
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
