import { HistoryItem } from '@recado/contract/conversation'
import { ConversationId } from '@recado/contract/ids'
import { page, pageQuery } from '@recado/contract/page'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'
import { historyPage } from './history-page.ts'

export const listHistory = queryRoute({
  operationId: 'listConversationMessages',
  url: '/conversations/:id/messages',
  summary: "List a conversation's messages, oldest first",
  description:
    'Messages of the history of a number that is shared with the Business app stand first, in order of `created_at`, ' +
    'which is the time of WhatsApp for them. They are in no other list.',
  params: z.object({ id: ConversationId }),
  query: z.object(pageQuery({ fallback: 100, max: 500 })),
  reply: page(HistoryItem),
  answer: async ({ account, params, query }, run) => {
    const [found] = await run<{ imported_count: number }>(sql`
      select imported_count from conversations where id = ${params.id} and ${belongsTo(account.id)}`)
    return found === undefined ? null : historyPage(params.id, found.imported_count, query, run)
  },
})
