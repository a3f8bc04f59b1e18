import { Activity } from '@recado/contract/dashboard/activity'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { connectionIds } from '../../filters/connection-filter.ts'
import { inTurn } from '../../routing/in-turn.ts'
import { queryRoute } from '../../routing/query-route.ts'
import { readActivity } from './read-activity.ts'
import { ActivityQuery, requestedSpan } from './requested-span.ts'

export const getActivity = inTurn(
  queryRoute({
    operationId: 'getActivity',
    url: '/activity',
    summary: 'Get the activity per hour or day',
    query: ActivityQuery,
    reply: z.object({ data: Activity }),
    problems: [422],
    answer: async ({ account, query }, run, { now, registry }) => {
      const span = requestedSpan(query, now())
      if (span instanceof HttpProblem) return span
      const connections = connectionIds(registry, account.id, query.connection_id)
      return { data: await readActivity(account.id, span, connections, run) }
    },
  }),
)
