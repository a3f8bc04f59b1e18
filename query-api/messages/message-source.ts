import {
  messagesOfAccount,
  messagesOfConversation,
} from '@recado/application/read-models/lists/messages'
import type { ListSource } from '../list-source.ts'

export const messageLog: ListSource = { ...messagesOfAccount, doc: 't.doc' }

export const conversationLog: ListSource = {
  ...messagesOfConversation,
  order: 'newest_first',
  doc: 't.doc',
}
