import { rawEventsOfAccount } from '@recado/application/read-models/lists/raw-events'
import { page } from '@recado/contract/page'
import { RawEvent } from '@recado/contract/raw-event'
import type { ListSource } from '../paging/list-source.ts'
import { queryRoute } from '../routing/query-route.ts'
import { RawEventQuery, rawEventPage } from './raw-event-page.ts'
import { WHOLE_RAW_EVENT } from './whole-raw-event.ts'

const shownEvents = { ...rawEventsOfAccount, doc: WHOLE_RAW_EVENT } satisfies ListSource

export const listWebhookEvents = queryRoute({
  operationId: 'listWebhookEvents',
  url: '/webhook-events',
  summary: 'List raw provider events',
  query: RawEventQuery,
  reply: page(RawEvent),
  answer: ({ account, query }, run, { registry, providers }) =>
    rawEventPage(shownEvents, { accountId: account.id, query, registry, providers }, run),
})
