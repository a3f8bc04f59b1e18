import type { ApiRoute, RouteInput } from '@recado/infra/http/api-route'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import type { ServedDeps } from '../../deps.ts'
import { connectionIds } from '../../filters/connection-filter.ts'
import { inTurn } from '../../routing/in-turn.ts'
import { ofAccount } from '../../routing/query-route.ts'
import { withRun } from '../../routing/read-at-position.ts'
import { activityCsv } from './activity-csv.ts'
import { readActivity } from './read-activity.ts'
import { ActivityQuery, requestedSpan } from './requested-span.ts'

export const getActivityCsv: ApiRoute<ServedDeps> = inTurn({
  method: 'GET',
  operationId: 'getActivityCsv',
  url: '/activity.csv',
  summary: 'Get the activity per hour or day as CSV',
  access: 'read',
  availability: 'both',
  planGate: 'route',
  params: z.object({}),
  query: ActivityQuery,
  body: null,
  reply: { 200: 'text/csv' },
  problems: [422],
  async handle(input: RouteInput, deps) {
    const reader = ofAccount<unknown, ActivityQuery>(input)
    const { account, query } = reader
    const span = requestedSpan(query, deps.now())
    if (span instanceof HttpProblem) return span
    const connections = connectionIds(deps.registry, account.id, query.connection_id)
    const activity = await withRun(reader, deps, (run) =>
      readActivity(account.id, span, connections, run),
    )
    const { per, from, to } = span
    const name = `recado-${per}s-${from}-${to}.csv`
    return {
      status: 200,
      body: activityCsv(activity),
      type: 'text/csv; charset=utf-8',
      headers: { 'content-disposition': `attachment; filename="${name}"` },
    }
  },
})
