import type { ListSource } from '../list-source.ts'

/** Conversations of an account, latest activity first. */
export const conversationsOfAccount: ListSource = {
  name: 'conversations.account',
  from: 'conversations t',
  key: 'account_id',
  position: 'account_pos',
  doc: 't.doc',
  kind: 'blocks',
  order: 'newest_first',
  parts: ['connection_id', 'status'],
}

/** Messages of a conversation, oldest first. */
export const historyOfConversation: ListSource = {
  name: 'messages.conversation',
  from: 'messages t',
  key: 'conversation_id',
  position: 'conversation_pos',
  doc: 't.history_doc',
  kind: 'append_only',
  order: 'oldest_first',
}
