import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import { textOfKind } from '@recado/contract/bounds'
import { page, pageQuery } from '@recado/contract/page'
import { DeliveryStatus, WebhookDelivery } from '@recado/contract/webhook-delivery'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { facetsWith } from '../facet-page.ts'
import { countedPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'

const source: ListSource = { ...deliveriesOfAccount, doc: 't.doc' }

/** GET /webhooks/deliveries: the history of deliveries, newest first. */
export const listDeliveries = queryRoute({
  operationId: 'listWebhookDeliveries',
  url: '/webhooks/deliveries',
  summary: 'List webhook deliveries',
  query: z.object({
    connection_id: ConnectionFilter,
    status: DeliveryStatus.optional(),
    event: textOfKind('event_name').optional(),
    ...pageQuery(),
  }),
  reply: page(WebhookDelivery),
  answer: async ({ account, query }, run, { registry }) => {
    const { status, event } = query
    const connection_id = connectionIds(registry, account.id, query.connection_id)
    const filter = facetsWith({ status, connection_id, event })
    return countedPage(source, account.id, query, run, filter)
  },
})
