import { findConnections } from '@recado/application/registry/find-connections'
import type { Registry } from '@recado/application/registry/registry'
import { ConnectionName } from '@recado/contract/kinds'
import { HttpProblem } from '@recado/infra/http/http-problem'

export const ConnectionFilter = ConnectionName.optional().describe(
  "A connection's uuid, or its number in any formatting; selects every connection with that number.",
)

/** The account's connections that fit a filter; undefined without one. @throws HttpProblem 400 unless uuid or number */
export function connectionIds(
  registry: Registry,
  accountId: string,
  filter: string | undefined,
): readonly string[] | undefined {
  if (filter === undefined) return undefined
  const found = findConnections(registry, accountId, filter)
  if (found !== null) return found.map(({ id }) => id)
  throw new HttpProblem(
    400,
    'query_error',
    'connection_id must be the UUID or the phone number of a connection',
  )
}
