import { LogIdText } from '@recado/contract/ids'
import { MessageDetail } from '@recado/contract/message'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { documentOf, rowsOf } from '../paging/list-source.ts'
import { queryRoute, type Raw } from '../routing/query-route.ts'
import { messageLog } from './message-source.ts'

export const getMessage = queryRoute({
  operationId: 'getMessage',
  url: '/messages/:id',
  summary: 'Get a message with its provider payload',
  params: z.object({ id: LogIdText.describe('The `id` of the message, not its message_id.') }),
  reply: z.object({ data: MessageDetail }),
  answer: async ({ account, params }, run) => {
    // A payload that plain JSON cannot hold is stored as its text.
    const [row] = await run<{ doc: string; payload: string | null }>(sql`
      select ${documentOf(messageLog)} as doc,
        case json_typeof(payload) when 'string' then payload #>> '{}' else payload::text end as payload
      from ${rowsOf(messageLog)}
      where log_id = ${params.id} and ${belongsTo(account.id)}`)
    if (row === undefined) return importedMessage(account.id, params.id, run)
    return { raw: `{"data":${row.doc.slice(0, -1)},"payload":${row.payload}}}` }
  },
})

/** A message of the history of a number; only its raw event has the payload. */
async function importedMessage(accountId: string, id: number, run: Run): Promise<Raw | null> {
  const [row] = await run<{ doc: string }>(sql`
    select ${documentOf(messageLog)} as doc from ${rowsOf({ table: 'imported_messages' })}
    where log_id = ${id} and ${belongsTo(accountId)} and conversation_id is not null`)
  return row === undefined ? null : { raw: `{"data":${row.doc.slice(0, -1)},"payload":null}}` }
}
