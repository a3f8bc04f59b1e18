import type { rawEventsOfAccount } from '@recado/application/read-models/lists/raw-events'
import type { Registry } from '@recado/application/registry/registry'
import { textOfKind } from '@recado/contract/bounds'
import { pageQuery } from '@recado/contract/page'
import { RawEventSource } from '@recado/contract/raw-event'
import type { Run } from '@recado/infra/postgres/run'
import { all, sql } from '@recado/infra/postgres/sql'
import { nativeNames } from '@recado/infra/providers/native-names'
import type { Providers } from '@recado/infra/providers/provider'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../filters/connection-filter.ts'
import { facetsWith, rowsWith } from '../paging/facet-page.ts'
import { countedPage, filteredPage } from '../paging/list-page.ts'
import type { ListSource, PageQuery } from '../paging/list-source.ts'

/** The query parameters of all lists of raw events. */
export const RawEventQuery = z.object({
  connection_id: ConnectionFilter,
  source: RawEventSource.optional(),
  event: textOfKind('event_name').optional().describe("The provider's name, such as messages."),
  ...pageQuery(),
})

type RawEventList = ListSource & typeof rawEventsOfAccount

type Asked = {
  readonly accountId: string
  readonly query: z.output<typeof RawEventQuery>
  readonly registry: Registry
  readonly providers: Providers
}

export function rawEventPage(
  of: RawEventList,
  { accountId, query, registry, providers }: Asked,
  run: Run,
) {
  const { source, event } = query
  const connection_id = connectionIds(registry, accountId, query.connection_id)
  const isOne = event !== undefined && !nativeNames(providers).has(event)
  if (isOne) return pageOfName(of, event, { accountId, query, source, connection_id }, run)
  const filter = facetsWith(of, { source, connection_id, known_event: event })
  return countedPage(of, accountId, query, run, filter)
}

type OfName = {
  readonly accountId: string
  readonly query: PageQuery
  readonly source: string | undefined
  readonly connection_id: readonly string[] | undefined
}

/** Names that no provider declares have no facet, so their events are counted one by one. */
function pageOfName(
  of: RawEventList,
  event: string,
  { accountId, query, source, connection_id }: OfName,
  run: Run,
) {
  const where = all([
    sql`t.account_id = ${accountId} and t.event = ${event} and t.known_event is null`,
    ...rowsWith(facetsWith(of, { source, connection_id })),
  ])
  return filteredPage(of, where, query, run)
}
