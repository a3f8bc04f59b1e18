import type { Registry } from '@recado/application/registry/registry'
import { textOfKind } from '@recado/contract/bounds'
import { pageQuery } from '@recado/contract/page'
import { RawEventSource } from '@recado/contract/raw-event'
import type { Run } from '@recado/infra/postgres/run'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { facetsWith } from '../facet-page.ts'
import { countedPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'

/** By what raw events are listed, whatever is shown of them. */
export const RawEventQuery = z.object({
  connection_id: ConnectionFilter,
  source: RawEventSource.optional(),
  event: textOfKind('event_name').optional().describe("The provider's name, such as messages."),
  ...pageQuery(),
})

type Asked = {
  readonly accountId: string
  readonly query: z.output<typeof RawEventQuery>
  readonly registry: Registry
}

/** A page of an account's raw events, newest first. */
export function rawEventPage(of: ListSource, { accountId, query, registry }: Asked, run: Run) {
  const { source, event } = query
  const connection_id = connectionIds(registry, accountId, query.connection_id)
  return countedPage(of, accountId, query, run, facetsWith({ source, connection_id, event }))
}
