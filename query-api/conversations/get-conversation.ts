import { readConversation } from '@recado/application/read-models/documents/conversation-document'
import { ConversationDetail } from '@recado/contract/conversation'
import { ConversationId } from '@recado/contract/ids'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'

export const getConversation = queryRoute({
  operationId: 'getConversation',
  url: '/conversations/:id',
  summary: 'Get a conversation',
  params: z.object({ id: ConversationId }),
  problems: [404],
  reply: z.object({ data: ConversationDetail }),
  answer: async ({ account, params }, run, { now }) => {
    const data = await readConversation(
      run,
      { account_id: account.id, conversation_id: params.id },
      now(),
    )
    return data === null ? null : { data }
  },
})
