import { categoryOf } from '@recado/application/facts/category'
import { FOLLOWED } from '@recado/application/read-models/followed'
import type { Registry } from '@recado/application/registry/registry'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../../connection-filter.ts'

const CATEGORIES: readonly string[] = FOLLOWED.map(categoryOf)

/** The query parameters by which facts are chosen, to be spread into a query schema. */
export const factFilter = {
  category: z
    .string()
    .max(1_000)
    .transform((names) => names.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => CATEGORIES.includes(name)), {
      error: `must be of ${CATEGORIES.join(', ')}, separated by commas`,
    })
    .optional(),
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
  const { category } = query
  return ({ stream, data, metadata }) => {
    if (metadata.account_id !== accountId) return false
    if (category !== undefined && !category.includes(categoryOf(stream))) return false
    return connections === undefined || connections.includes(Object(data).connection_id)
  }
}
