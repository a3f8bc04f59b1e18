import { rawEventsOfAccount } from '@recado/application/read-models/lists/raw-events'
import { page } from '@recado/contract/page'
import { RawEvent } from '@recado/contract/raw-event'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'
import { RawEventQuery, rawEventPage } from './raw-event-page.ts'

const shownEvents: ListSource = {
  ...rawEventsOfAccount,
  // A payload too large for one record is stored in parts, which belong between the two halves of the document.
  doc: `case when t.doc_end = '' then t.doc else t.doc || coalesce((
    select string_agg(p.body, '' order by p.part) from raw_event_parts p where p.raw_event_id = t.id),
    '{}') || t.doc_end end`,
}

export const listWebhookEvents = queryRoute({
  operationId: 'listWebhookEvents',
  url: '/webhook-events',
  summary: 'List raw provider events',
  query: RawEventQuery,
  reply: page(RawEvent),
  answer: ({ account, query }, run, { registry, providers }) =>
    rawEventPage(shownEvents, { accountId: account.id, query, registry, providers }, run),
})
