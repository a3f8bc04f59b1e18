import type { KeptList } from './kept-list.ts'

export const messagesOfAccount = {
  name: 'messages.account',
  table: 'messages',
  key: 'account_id',
  position: 'account_pos',
  kind: 'append_only',
  order: 'newest_first',
  facets: ['connection_id', 'direction', 'status', 'error_class'],
  index: 'messages_of_account',
} as const satisfies KeptList

export const messagesOfConversation = {
  name: 'messages.conversation',
  table: 'messages',
  key: 'conversation_id',
  position: 'conversation_pos',
  kind: 'append_only',
  order: 'oldest_first',
  index: 'messages_of_conversation',
} as const satisfies KeptList
