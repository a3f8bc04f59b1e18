import { FactPage, Position } from '@recado/contract/dashboard/fact'
import { pageQuery } from '@recado/contract/page'
import { z } from 'zod'
import { inTurn } from '../../in-turn.ts'
import { queryRoute } from '../../query-route.ts'
import { factFilter, wantedFacts } from './fact-filter.ts'
import { keptFacts } from './kept-facts.ts'
import { searchFacts } from './search-facts.ts'

/** GET /facts: searches the log backwards for facts of the account, up to the bound of one call. */
export const listFacts = inTurn(
  queryRoute({
    operationId: 'listFacts',
    url: '/facts',
    readsLog: true,
    summary: 'List facts, newest first',
    query: z.object({
      ...factFilter,
      before: Position.optional().describe('A position or searched_to: facts before it.'),
      stream: z.string().max(300).optional(),
      limit: pageQuery().limit,
    }),
    reply: FactPage,
    answer: async ({ account, query }, _, { store, registry }) => {
      const wanted = wantedFacts(query, account.id, registry)
      const found = await searchFacts(
        store,
        query,
        (fact) => wanted(fact) && (query.stream ?? fact.stream) === fact.stream,
      )
      return { ...found, data: [...(await keptFacts(store, found.data))] }
    },
  }),
)
