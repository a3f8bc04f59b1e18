import { rawEventsOfAccount } from '@recado/application/read-models/lists/raw-events'
import { RawEventHead } from '@recado/contract/dashboard/translation'
import { page } from '@recado/contract/page'
import type { ListSource } from '../../paging/list-source.ts'
import { queryRoute } from '../../routing/query-route.ts'
import { RawEventQuery, rawEventPage } from '../../webhook-events/raw-event-page.ts'

const heads = {
  ...rawEventsOfAccount,
  doc: `json_build_object('id', t.log_id, 'source', t.source, 'event', t.event,
    'connection_id', t.connection_id, 'size', octet_length(t.doc) + octet_length(t.doc_end)
      + case when t.doc_end = '' then 0 else coalesce((
        select sum(octet_length(p.body)) from raw_event_parts p where p.raw_event_id = t.id), 0) end,
    'received_at', to_char(t.received_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text`,
} satisfies ListSource

/** GET /raw-events: as GET /webhook-events without payloads, which may take a hundred megabytes per page. */
export const listRawEvents = queryRoute({
  operationId: 'listRawEvents',
  url: '/raw-events',
  summary: 'List raw provider events without their payloads',
  query: RawEventQuery,
  reply: page(RawEventHead),
  answer: ({ account, query }, run, { registry, providers }) =>
    rawEventPage(heads, { accountId: account.id, query, registry, providers }, run),
})
