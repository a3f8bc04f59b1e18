import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { type Ids, mediaId } from '../ids.ts'

export type AccountMedium = {
  readonly id: string
  /** Hex, of an uploaded file; null of a received one. */
  readonly sha256: string | null
}

/**
 * The account's file by the provider's id; null when it is unknown or deleted, so that no provider has to be called.
 */
export async function accountMedium(
  run: Run,
  { account_id, ...ids }: Ids<'account_id' | 'connection_id' | 'provider_media_id'>,
): Promise<AccountMedium | null> {
  const [row] = await run<AccountMedium>(sql`
    select id, sha256 from media
    where id = ${mediaId(ids)} and ${belongsTo(account_id)}
      and not deleted`)
  return row ?? null
}
