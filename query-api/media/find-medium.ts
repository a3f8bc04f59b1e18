import { type AccountMedium, accountMedium } from '@recado/application/media/account-medium'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { type Able, requireConnection, TAKES_MEDIA } from '@recado/infra/http/require-connection'
import type { Run } from '@recado/infra/postgres/run'
import type { MediaCalls } from '@recado/infra/providers/media-calls'
import type { ServedDeps } from '../deps.ts'
import type { QueryInput } from '../routing/query-route.ts'

export type FoundMedium = Able<MediaCalls> & { readonly medium: AccountMedium }

/** The file of a request; null when this connection neither uploaded nor received it, or has deleted it. */
export async function findMedium(
  { account, params, query }: QueryInput<{ id: string }, { connection_id: string }>,
  run: Run,
  deps: ServedDeps,
): Promise<FoundMedium | HttpProblem | null> {
  const able = requireConnection(
    deps,
    { account_id: account.id, connection_id: query.connection_id },
    TAKES_MEDIA,
  )
  if (able instanceof HttpProblem) return able
  const medium = await accountMedium(run, {
    account_id: account.id,
    connection_id: able.connection.id,
    provider_media_id: params.id,
  })
  return medium && { ...able, medium }
}
