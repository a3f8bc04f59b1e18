import { HistoryItem } from '@recado/contract/conversation'
import { ConversationId } from '@recado/contract/ids'
import { page, pageQuery } from '@recado/contract/page'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { countedPage } from '../paging/list-page.ts'
import { queryRoute } from '../routing/query-route.ts'
import { conversationHistory } from './conversation-source.ts'

export const listHistory = queryRoute({
  operationId: 'listConversationMessages',
  url: '/conversations/:id/messages',
  summary: "List a conversation's messages, oldest first",
  params: z.object({ id: ConversationId }),
  query: z.object(pageQuery({ fallback: 100, max: 500 })),
  reply: page(HistoryItem),
  answer: async ({ account, params, query }, run) => {
    const [found] = await run(sql`
      select from conversations where id = ${params.id} and ${belongsTo(account.id)}`)
    return found === undefined ? null : countedPage(conversationHistory, params.id, query, run)
  },
})
