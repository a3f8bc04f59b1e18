import { conversationsOfAccount } from '@recado/application/read-models/lists/conversations'
import { messagesOfConversation } from '@recado/application/read-models/lists/messages'
import type { ListSource } from '../list-source.ts'

/** Conversations of an account, latest activity first. */
export const conversationList: ListSource = { ...conversationsOfAccount, doc: 't.doc' }

/** Messages of a conversation, oldest first. */
export const conversationHistory: ListSource = { ...messagesOfConversation, doc: 't.history_doc' }
