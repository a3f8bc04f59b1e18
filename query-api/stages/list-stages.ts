import { wholeListQuery } from '@recado/contract/page'
import { Stage } from '@recado/contract/stage'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { partOf } from '../paging/list-source.ts'
import { queryRoute } from '../routing/query-route.ts'

export const listStages = queryRoute({
  operationId: 'listStages',
  url: '/stages',
  summary: 'List stages in order of position',
  query: z.object(wholeListQuery()),
  reply: z.object({ data: z.array(Stage).describe('In the order of their positions.') }),
  answer: async ({ account, query }, run) => ({
    data: await run<Stage>(sql`
      select id, name, position, color, auto_kind, created_at
      from stages
      where account_id = ${account.id}
      order by position ${partOf(query)}`),
  }),
})
