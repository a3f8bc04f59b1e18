import type { KeptList } from './kept-list.ts'

/** Latest activity first, from the first thing said in a conversation: one is opened before its first message. */
export const conversationsOfAccount = {
  name: 'conversations.account',
  table: 'conversations',
  key: 'listed_in',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  facets: ['connection_id', 'status'],
  index: 'conversations_of_account',
} as const satisfies KeptList
