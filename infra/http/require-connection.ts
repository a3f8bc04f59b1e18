import type { ConnectionEntry } from '../registry-entries.ts'
import { type HttpProblem, invalidInput, notFound } from './http-problem.ts'

/** What an operation needs of a connection's kind, and what to say when it has it not. */
export type Capability = {
  readonly of: (type: ConnectionEntry['type']) => boolean
  readonly otherwise: string
}

/** The account's connection with this id: 404 when it has none, 422 when its kind cannot do what is needed. */
export function requireConnection(
  registry: { connection(id: string): ConnectionEntry | undefined },
  accountId: string,
  id: string,
  need: Capability,
): ConnectionEntry | HttpProblem {
  const connection = registry.connection(id)
  if (connection?.account_id !== accountId) return notFound()
  return need.of(connection.type) ? connection : invalidInput(need.otherwise)
}

/** For what only numbers of the Cloud API have: health and business profile. */
export const OFFICIAL: Capability = {
  of: (type) => type === 'official',
  otherwise: 'the connection is not official; choose one with the type official',
}
