import { SystemState } from '@recado/contract/dashboard/system'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'
import { countParked } from './count-parked.ts'
import { readLag } from './read-lag.ts'

type Counts = Readonly<Record<'webhooks_failing' | 'dead_24h' | 'failed_24h', number>>
const NONE: Counts = { webhooks_failing: 0, dead_24h: 0, failed_24h: 0 }

/** GET /system: how far reads are behind, and what in the account needs attention. */
export const getSystem = queryRoute({
  operationId: 'getSystem',
  url: '/system',
  readsLog: true,
  summary: 'Get the state of the system',
  reply: z.object({ data: SystemState }),
  answer: async (input, run, { logOf, now, registry }) => {
    const { account } = input
    const yesterday = sql`${now().toISOString()}::timestamptz - interval '24 hours'`
    const [counts = NONE] = await run<Counts>(sql`
      select
        (select count(*)::int from (
          select failed_at from messages where error_class is not null
            and (case when error_class is not null then account_id end) = ${account.id}
          order by account_pos desc limit 1000) as failed where failed_at > ${yesterday})
          as failed_24h,
        (select count(*)::int from endpoint_queues
          where account_id = ${account.id}
            and (active and failing_since is not null or switched_off is not null))
          as webhooks_failing,
        (select count(*)::int from (
          select 1 from deliveries where listed_in = ${account.id}
            and dead_at > ${yesterday}
          limit 1000) as dead) as dead_24h`)
    const parked = await countParked(account.id, run)
    const numbers_down = registry
      .connectionsOf(account.id)
      .filter(({ released, status }) => !released && status !== 'connected').length
    const read_models = await readLag(run, logOf(input), now())
    return { data: { read_models, parked, numbers_down, ...counts } }
  },
})
