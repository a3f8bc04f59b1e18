import { rawEventsOfAccount } from '@recado/application/read-models/lists/raw-events'
import { textOfKind } from '@recado/contract/bounds'
import { page, pageQuery } from '@recado/contract/page'
import { RawEvent, RawEventSource } from '@recado/contract/raw-event'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { facetsWith } from '../facet-page.ts'
import { countedPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'

const shownEvents: ListSource = {
  ...rawEventsOfAccount,
  // A payload that no record can hold stands in pieces, between the two halves of the document.
  doc: `case when t.doc_end = '' then t.doc else t.doc || coalesce((
    select string_agg(p.body, '' order by p.part) from raw_event_parts p where p.raw_event_id = t.id),
    '{}') || t.doc_end end`,
}

/** GET /webhook-events: raw provider events, newest first. */
export const listWebhookEvents = queryRoute({
  operationId: 'listWebhookEvents',
  url: '/webhook-events',
  summary: 'List raw provider events',
  query: z.object({
    connection_id: ConnectionFilter,
    source: RawEventSource.optional(),
    event: textOfKind('event_name').optional().describe("The provider's name, such as messages."),
    ...pageQuery(),
  }),
  reply: page(RawEvent),
  answer: async ({ account, query }, run, { registry }) => {
    const { source, event } = query
    const connection_id = connectionIds(registry, account.id, query.connection_id)
    const filter = facetsWith({ source, connection_id, event })
    return countedPage(shownEvents, account.id, query, run, filter)
  },
})
