import { EndpointQueue } from '@recado/contract/dashboard/endpoint-queue'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../../query-route.ts'

/** GET /endpoint-queues: one for each webhook of GET /webhooks. */
export const listEndpointQueues = queryRoute({
  operationId: 'listEndpointQueues',
  url: '/endpoint-queues',
  summary: 'List what waits for each webhook',
  reply: z.object({ data: z.array(EndpointQueue) }),
  answer: async ({ account }, run) => ({
    data: await run<EndpointQueue>(sql`
      select id as connection_id, pending, failing_since from endpoint_queues
      where account_id = ${account.id} order by id`),
  }),
})
