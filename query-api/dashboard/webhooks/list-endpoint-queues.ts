import { EndpointQueue } from '@recado/contract/dashboard/endpoint-queue'
import { wholeListQuery } from '@recado/contract/page'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { partOf } from '../../paging/list-source.ts'
import { queryRoute } from '../../routing/query-route.ts'

/** GET /endpoint-queues: one for each webhook of GET /webhooks. */
export const listEndpointQueues = queryRoute({
  operationId: 'listEndpointQueues',
  url: '/endpoint-queues',
  summary: 'List the queue of each webhook',
  query: z.object(wholeListQuery()),
  reply: z.object({
    data: z.array(EndpointQueue).describe('One for each connection with a webhook.'),
  }),
  answer: async ({ account, query }, run) => ({
    data: await run<EndpointQueue>(sql`
      select id as connection_id, pending, failing_since, switched_off from endpoint_queues
      where account_id = ${account.id} order by id ${partOf(query)}`),
  }),
})
