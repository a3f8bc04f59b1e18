import type { Decide } from '../decision.ts'
import type { Conversation } from './conversation.ts'
import type { ConversationOpened } from './events.ts'

export type OpenConversation = {
  conversation_id: string
  connection_id: string
  contact_id: string
  at: string
}

export const openConversation: Decide<OpenConversation, Conversation, ConversationOpened> = (
  { at, ...ids },
  state,
) => (state === null ? [{ type: 'ConversationOpened', data: { ...ids, opened_at: at } }] : [])
