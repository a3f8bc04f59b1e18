import {
  messagesOfAccount,
  messagesOfConversation,
} from '@recado/application/read-models/lists/messages'
import type { ListSource } from '../list-source.ts'

export const messageLog = { ...messagesOfAccount, doc: 't.doc' } satisfies ListSource

export const conversationLog: ListSource = {
  ...messagesOfConversation,
  order: 'newest_first',
  doc: 't.doc',
}
