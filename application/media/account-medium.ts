import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { type Ids, mediaId } from '../ids.ts'

export type AccountMedium = {
  readonly id: string
  /** Hex, of an uploaded or stored file; null of any other one. */
  readonly sha256: string | null
  /** The copy in the media store; null without one. */
  readonly copy: MediumCopy | null
}

/** A copy in the media store, and how it is served. */
export type MediumCopy = {
  readonly file_ref: string
  readonly key_ref: string
  readonly mime_type: string
  /** In bytes. */
  readonly size: number
}

/**
 * The account's file by the provider's id; null when it is unknown or deleted, so that no provider has to be called.
 */
export async function accountMedium(
  run: Run,
  { account_id, ...ids }: Ids<'account_id' | 'connection_id' | 'provider_media_id'>,
): Promise<AccountMedium | null> {
  const [row] = await run<AccountMedium>(sql`
    select id, sha256, case when file_ref is not null then jsonb_build_object('file_ref', file_ref,
      'key_ref', key_ref, 'mime_type', stored_type, 'size', stored_bytes) end as copy from media
    where id = ${mediaId(ids)} and ${belongsTo(account_id)}
      and not deleted`)
  return row ?? null
}
