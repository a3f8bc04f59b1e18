import { salesOfAccount } from '@recado/application/read-models/lists/sales'
import { Instant } from '@recado/contract/kinds'
import { page, pageQuery } from '@recado/contract/page'
import { Sale, SaleStatus } from '@recado/contract/sale'
import { all, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { facetsWith, rowsWith } from '../paging/facet-page.ts'
import { countedPage, filteredPage } from '../paging/list-page.ts'
import type { ListSource } from '../paging/list-source.ts'
import { countingInTurn } from '../routing/in-turn.ts'
import { queryRoute } from '../routing/query-route.ts'

const source = { ...salesOfAccount, doc: 't.doc' } satisfies ListSource

const Filters = z.object({
  status: SaleStatus.optional(),
  since: Instant.optional().describe('Sales created from that moment.'),
  ...pageQuery(),
})

const route = queryRoute({
  operationId: 'listSales',
  url: '/sales',
  summary: 'List attributed sales',
  availability: 'official',
  query: Filters,
  reply: page(Sale),
  answer: ({ account, query }, run) => {
    const { status, since } = query
    const filter = facetsWith(source, { status })
    if (since === undefined) return countedPage(source, account.id, query, run, filter)
    const where = all([
      sql`t.account_id = ${account.id}`,
      ...rowsWith(filter),
      sql`t.occurred_at >= ${since}::timestamptz`,
    ])
    return filteredPage(source, where, query, run)
  },
})

/** Shops report sales in any order, so those since a moment are counted one by one, in their index alone. */
export const listSales = countingInTurn<z.output<typeof Filters>>(
  route,
  ({ query }) => query.since !== undefined,
)
