import type { KeptList } from './kept-list.ts'

/** Latest activity first. A conversation is listed from its first message on; it is opened before that. */
export const conversationsOfAccount = {
  name: 'conversations.account',
  table: 'conversations',
  key: 'listed_in',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  sharesPlaces: true,
  facets: ['connection_id', 'status'],
  index: 'conversations_of_account',
} as const satisfies KeptList
