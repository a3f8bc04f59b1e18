import { LogIdText } from '@recado/contract/ids'
import { MessageDetail } from '@recado/contract/message'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../query-route.ts'

export const getMessage = queryRoute({
  operationId: 'getMessage',
  url: '/messages/:id',
  summary: 'Get a message with its provider payload',
  params: z.object({ id: LogIdText }),
  reply: z.object({ data: MessageDetail }),
  answer: async ({ account, params }, run) => {
    const [row] = await run<{ doc: string; payload: Record<string, unknown> | null }>(sql`
      select doc, payload from messages
      where log_id = ${params.id} and ${belongsTo(account.id)}`)
    if (row === undefined) return null
    return { data: { ...JSON.parse(row.doc), payload: row.payload } }
  },
})
