import type { ListSource } from '../list-source.ts'

/** The message log of an account, newest first. */
export const messagesOfAccount: ListSource = {
  name: 'messages.account',
  from: 'messages t',
  key: 'account_id',
  position: 'account_pos',
  doc: 't.doc',
  kind: 'append_only',
  order: 'newest_first',
  parts: ['connection_id', 'direction', 'status'],
}

/** The message log of a conversation, newest first. */
export const messagesOfConversation: ListSource = {
  ...messagesOfAccount,
  name: 'messages.conversation',
  key: 'conversation_id',
  position: 'conversation_pos',
}
