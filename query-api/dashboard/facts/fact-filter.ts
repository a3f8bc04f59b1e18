import { categoryOf } from '@recado/application/facts/category'
import { FOLLOWED } from '@recado/application/read-models/followed'
import type { Registry } from '@recado/application/registry/registry'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../../connection-filter.ts'

const CATEGORIES: readonly string[] = FOLLOWED.map(categoryOf)

/** Several names, one of which is meant. */
const Names = z
  .string()
  .max(1_000)
  .transform((names) => names.split(',').map((name) => name.trim()))

/** The query parameters by which facts are chosen, to be spread into a query schema. */
export const factFilter = {
  category: Names.refine((names) => names.every((name) => CATEGORIES.includes(name)), {
    error: `must be of ${CATEGORIES.join(', ')}, separated by commas`,
  }).optional(),
  type: Names.optional().describe('Types of facts, separated by commas.'),
  actor: Names.optional().describe(
    'Who recorded them, separated by commas: a kind such as `user`, or the id of one.',
  ),
  connection_id: ConnectionFilter,
}

/** What somebody asks for. */
export type FactQuery = z.output<z.ZodObject<typeof factFilter>>

/** Whether a fact is one that is asked for, and of the account that asks. */
export type Wanted = (fact: RecordedEvent) => boolean

/**
 * The facts of an account that a query means.
 * @throws HttpProblem 400 when a connection is named by what can be none
 */
export function wantedFacts(query: FactQuery, accountId: string, registry: Registry): Wanted {
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
