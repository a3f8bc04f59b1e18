import type { KeptList } from './kept-list.ts'

/** Latest activity first. */
export const conversationsOfAccount = {
  name: 'conversations.account',
  table: 'conversations',
  key: 'account_id',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  facets: ['connection_id', 'status'],
  index: 'conversations_of_account',
} as const satisfies KeptList
