import { shownFact } from '@recado/application/facts/shown-fact'
import { Fact, Position } from '@recado/contract/dashboard/fact'
import { eventAt } from '@recado/infra/event-store/event-at'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'
import { keptFacts } from './kept-facts.ts'

export const getFact = queryRoute({
  operationId: 'getFact',
  url: '/facts/:position',
  readsLog: true,
  summary: 'Get a fact',
  params: z.object({ position: Position }),
  reply: z.object({ data: Fact }),
  answer: async (input, _, { logOf }) => {
    const log = logOf(input)
    const event = await eventAt(log, input.params.position)
    if (event === null || event.metadata.account_id !== input.account.id) return null
    const [data] = await keptFacts(log, [shownFact(event)])
    return data === undefined ? null : { data }
  },
})
