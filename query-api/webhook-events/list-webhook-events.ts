import { page, pageQuery } from '@recado/contract/page'
import { RawEvent, RawEventSource } from '@recado/contract/raw-event'
import { all, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { filteredPage, keptPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'

const eventsOfAccount: ListSource = {
  name: 'raw_events.account',
  from: 'raw_events t',
  key: 'account_id',
  position: 'account_pos',
  doc: 't.doc',
  kind: 'append_only',
  order: 'newest_first',
}
const eventsOfConnection: ListSource = {
  ...eventsOfAccount,
  name: 'raw_events.connection',
  key: 'connection_id',
  position: 'connection_pos',
}

/** GET /webhook-events: raw provider events, newest first. */
export const listWebhookEvents = queryRoute({
  url: '/webhook-events',
  summary: 'List raw provider events',
  query: z.object({
    connection_id: ConnectionFilter,
    source: RawEventSource.optional(),
    event: z.string().optional().describe("The provider's name, such as messages."),
    ...pageQuery(),
  }),
  reply: page(RawEvent),
  answer: async ({ account, query }, run, { directory }) => {
    const { source, event } = query
    const connections = connectionIds(directory, account.id, query.connection_id)
    if (source === undefined && event === undefined) {
      if (connections === undefined) return keptPage(eventsOfAccount, account.id, query, run)
      const [only] = connections
      if (only !== undefined && connections.length === 1)
        return keptPage(eventsOfConnection, only, query, run)
    }
    const where = all([
      sql`t.account_id = ${account.id}`,
      ...(source === undefined ? [] : [sql`t.source = ${source}`]),
      ...(event === undefined ? [] : [sql`t.event = ${event}`]),
      ...(connections === undefined ? [] : [sql`t.connection_id = any(${connections})`]),
    ])
    return filteredPage(eventsOfAccount, where, query, run)
  },
})
