import {
  messagesOfAccount,
  messagesOfConversation,
} from '@recado/application/read-models/lists/messages'
import type { ListSource } from '../list-source.ts'

/** The message log of an account, newest first. */
export const messageLog: ListSource = { ...messagesOfAccount, doc: 't.doc' }

/** The message log of a conversation, newest first. */
export const conversationLog: ListSource = {
  ...messagesOfConversation,
  order: 'newest_first',
  doc: 't.doc',
}
