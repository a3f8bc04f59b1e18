import { SystemState } from '@recado/contract/dashboard/system'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../../query-route.ts'
import { countParked } from './count-parked.ts'
import { readLag } from './read-lag.ts'

type Counts = { readonly webhooks_failing: number; readonly dead_24h: number }

/** GET /system: how far reads are behind, and what of the account needs somebody. */
export const getSystem = queryRoute({
  operationId: 'getSystem',
  url: '/system',
  readsLog: true,
  summary: 'Tell how the system does',
  reply: z.object({ data: SystemState }),
  answer: async ({ account }, run, { store, now }) => {
    const [counts = { webhooks_failing: 0, dead_24h: 0 }] = await run<Counts>(sql`
      select
        (select count(*)::int from endpoint_queues
          where account_id = ${account.id} and active and failing_since is not null)
          as webhooks_failing,
        (select count(*)::int from (
          select 1 from deliveries where listed_in = ${account.id}
            and dead_at > ${now().toISOString()}::timestamptz - interval '24 hours'
          limit 1000) as dead) as dead_24h`)
    const parked = await countParked(account.id, run, store)
    return { data: { read_models: await readLag(run, store, now()), parked, ...counts } }
  },
})
