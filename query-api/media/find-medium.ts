import { type AccountMedium, accountMedium } from '@recado/application/media/account-medium'
import { canDo } from '@recado/contract/connection'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { type Capability, requireConnection } from '@recado/infra/http/require-connection'
import type { Run } from '@recado/infra/postgres/run'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { QueryDeps } from '../deps.ts'
import type { QueryInput } from '../query-route.ts'

/** A file of the account, and the connection it belongs to. */
export type FoundMedium = { readonly connection: ConnectionEntry; readonly medium: AccountMedium }

const GETS_MEDIA: Capability = {
  of: (type) => canDo(type, 'media_get') && canDo(type, 'media_download'),
  otherwise: 'the connection does not support media; official connections do',
}

/** The file that a request names: null when this connection neither uploaded nor received it, or deleted it. */
export async function findMedium(
  { account, params, query }: QueryInput<{ id: string }, { connection_id: string }>,
  run: Run,
  { registry }: QueryDeps,
): Promise<FoundMedium | HttpProblem | null> {
  const connection = requireConnection(registry, account.id, query.connection_id, GETS_MEDIA)
  if (connection instanceof HttpProblem) return connection
  const medium = await accountMedium(run, account.id, connection.id, params.id)
  return medium === null ? null : { connection, medium }
}
