import { LogIdText, Uuid } from '@recado/contract/ids'
import { RawEvent } from '@recado/contract/raw-event'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { raw, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../routing/query-route.ts'
import { WHOLE_RAW_EVENT } from './whole-raw-event.ts'

/** GET /webhook-events/{id}: the whole payload of which a webhook or a message holds only a part. */
export const getWebhookEvent = queryRoute({
  operationId: 'getWebhookEvent',
  url: '/webhook-events/:id',
  summary: 'Get a whole raw provider event',
  description:
    'Extension. A native event above 890 KiB comes in webhooks and GET /events without its content: `oversized` is true ' +
    'in it, and `payload_url` is this path. So is `payload_url` in the payload of a message above 1 MB, which has ' +
    '`truncated`. The id is that of GET /webhook-events, or the uuid in such a path.',
  params: z.object({
    id: z
      .union([LogIdText, Uuid])
      .describe('As in GET /webhook-events, or the uuid of a `payload_url`.'),
  }),
  reply: z.object({ data: RawEvent }),
  answer: async ({ account, params: { id } }, run) => {
    const named = typeof id === 'number' ? sql`t.log_id = ${id}` : sql`t.id = ${id}::uuid`
    const [row] = await run<{ doc: string }>(sql`
      select ${raw(WHOLE_RAW_EVENT)} as doc from raw_events t
      where ${named} and ${belongsTo(account.id)}`)
    return row === undefined ? null : { raw: `{"data":${row.doc}}` }
  },
})
