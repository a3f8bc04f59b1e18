import {
  messagesOfAccount,
  messagesOfConversation,
} from '@recado/application/read-models/lists/messages'
import { CONTACT_FIELD } from '../contact-of.ts'
import type { ListSource } from '../paging/list-source.ts'

export const messageLog = {
  ...messagesOfAccount,
  head: CONTACT_FIELD,
  doc: 't.doc',
} satisfies ListSource

export const conversationLog: ListSource = {
  ...messagesOfConversation,
  order: 'newest_first',
  head: CONTACT_FIELD,
  doc: 't.doc',
}
