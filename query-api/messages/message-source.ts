import {
  messagesOfAccount,
  messagesOfConversation,
} from '@recado/application/read-models/lists/messages'
import { CONTACT_FIELD } from '../conversations/contact-of.ts'
import type { ListSource } from '../paging/list-source.ts'

export const messageLog = {
  ...messagesOfAccount,
  tail: CONTACT_FIELD,
  doc: 't.doc',
} satisfies ListSource

export const conversationLog: ListSource = {
  ...messagesOfConversation,
  order: 'newest_first',
  tail: CONTACT_FIELD,
  doc: 't.doc',
}
