import { conversationsOfAccount } from '@recado/application/read-models/lists/conversations'
import { messagesOfConversation } from '@recado/application/read-models/lists/messages'
import type { ListSource } from '../paging/list-source.ts'

export const conversationList = { ...conversationsOfAccount, doc: 't.doc' } satisfies ListSource

export const conversationHistory: ListSource = { ...messagesOfConversation, doc: 't.history_doc' }
