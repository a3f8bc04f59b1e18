import { FactPage, Position } from '@recado/contract/dashboard/fact'
import { pageQuery } from '@recado/contract/page'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'
import { factFilter, factPredicate } from './fact-filter.ts'
import { keptFacts } from './kept-facts.ts'
import { searchFacts } from './search-facts.ts'

/** GET /facts: searches the log backwards for facts of the account, up to the bound of one call. */
export const listFacts = queryRoute({
  operationId: 'listFacts',
  url: '/facts',
  readsLog: true,
  summary: 'List facts, newest first',
  query: z.object({
    ...factFilter,
    before: Position.optional().describe('A position or searched_to: facts before it.'),
    stream: z.string().max(300).optional().describe('Facts of this stream: category and id.'),
    limit: pageQuery().limit,
  }),
  reply: FactPage,
  answer: async (input, _, { logOf, registry }) => {
    const { account, query } = input
    const log = logOf(input)
    const wanted = factPredicate(query, account.id, registry)
    const found = await searchFacts(
      log,
      query,
      (fact) => wanted(fact) && (query.stream ?? fact.stream) === fact.stream,
    )
    return { ...found, data: [...(await keptFacts(log, found.data))] }
  },
})
