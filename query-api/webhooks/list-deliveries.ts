import { page, pageQuery } from '@recado/contract/page'
import { DeliveryStatus, WebhookDelivery } from '@recado/contract/webhook-delivery'
import { all, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { filteredPage, keptPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'

const deliveriesOfAccount: ListSource = {
  name: 'deliveries.account',
  from: 'deliveries t',
  key: 'account_id',
  position: 'account_pos',
  doc: 't.doc',
  kind: 'append_only',
  order: 'newest_first',
}
const deliveriesOfConnection: ListSource = {
  ...deliveriesOfAccount,
  name: 'deliveries.connection',
  key: 'connection_id',
  position: 'connection_pos',
}

/** GET /webhooks/deliveries: the history of deliveries, newest first. */
export const listDeliveries = queryRoute({
  url: '/webhooks/deliveries',
  summary: 'List webhook deliveries',
  query: z.object({
    connection_id: ConnectionFilter,
    status: DeliveryStatus.optional(),
    event: z.string().optional(),
    ...pageQuery(),
  }),
  reply: page(WebhookDelivery),
  answer: async ({ account, query }, run, { directory }) => {
    const { status, event } = query
    const connections = connectionIds(directory, account.id, query.connection_id)
    if (status === undefined && event === undefined) {
      if (connections === undefined) return keptPage(deliveriesOfAccount, account.id, query, run)
      const [only] = connections
      if (only !== undefined && connections.length === 1)
        return keptPage(deliveriesOfConnection, only, query, run)
    }
    const where = all([
      sql`t.account_id = ${account.id}`,
      ...(status === undefined ? [] : [sql`t.status = ${status}`]),
      ...(event === undefined ? [] : [sql`t.event = ${event}`]),
      ...(connections === undefined ? [] : [sql`t.connection_id = any(${connections})`]),
    ])
    return filteredPage(deliveriesOfAccount, where, query, run)
  },
})
