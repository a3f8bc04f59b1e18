import { categoryOf } from '@recado/application/facts/category'
import { FOLLOWED_PREFIXES } from '@recado/application/read-models/followed'
import type { Registry } from '@recado/application/registry/registry'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../../filters/connection-filter.ts'

const CATEGORIES: readonly string[] = FOLLOWED_PREFIXES.map(categoryOf)

/** Names separated by commas, any of which may match. */
const Names = z
  .string()
  .max(1_000)
  .transform((names) => names.split(',').map((name) => name.trim()))

/** The query parameters that filter facts, to be spread into a query schema. */
export const factFilter = {
  category: Names.refine((names) => names.every((name) => CATEGORIES.includes(name)), {
    error: `must be one or more of ${CATEGORIES.join(', ')}, separated by commas`,
  })
    .optional()
    .describe('What the facts are about, such as message, separated by commas.'),
  type: Names.optional().describe('Types of facts, separated by commas.'),
  actor: Names.optional().describe(
    'Who recorded them, separated by commas: a kind such as `user`, or the id of one.',
  ),
  connection_id: ConnectionFilter,
}

export type FactQuery = z.output<z.ZodObject<typeof factFilter>>

/** Whether a fact belongs to the account and matches its query. */
export type FactPredicate = (fact: RecordedEvent) => boolean

/** The filter of a query, limited to the account's facts. @throws HttpProblem 400 for an invalid connection_id */
export function factPredicate(
  query: FactQuery,
  accountId: string,
  registry: Registry,
): FactPredicate {
  const connections = connectionIds(registry, accountId, query.connection_id)
  const { category, type, actor } = query
  return ({ stream, type: own, data, metadata }) => {
    if (metadata.account_id !== accountId) return false
    const by = Object(metadata.actor)
    return (
      isOneOf(category, categoryOf(stream)) &&
      isOneOf(type, own) &&
      (isOneOf(actor, by.type) || isOneOf(actor, by.id)) &&
      isOneOf(connections, Object(data).connection_id)
    )
  }
}

function isOneOf(asked: readonly string[] | undefined, value: string): boolean {
  return asked === undefined || asked.includes(value)
}
