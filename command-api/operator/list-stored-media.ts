import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { operatorRoute } from '../routing/route.ts'

const MAX_LISTED = 200

const StoredMedia = z.object({
  account_id: z.uuid(),
  account_name: z.string().nullable(),
  files: z.int(),
  bytes: z.int().describe('Of the files, not of their sealed copies.'),
  is_full: z.boolean().describe('Whether MEDIA_BYTES_PER_ACCOUNT is used up.'),
})

export const listStoredMediaRoute = operatorRoute({
  method: 'GET',
  url: '/stored-media',
  summary: 'List accounts by the bytes of their files in the media store',
  description: `The ${MAX_LISTED} accounts with the most bytes. Files that are still to be copied are not counted.`,
  reply: {
    200: z.object({
      data: z.array(StoredMedia),
      limit: z.int().describe('MEDIA_BYTES_PER_ACCOUNT.'),
      is_on: z.boolean().describe('Whether MEDIA_STORE is set.'),
    }),
  },
  async handle(_, { pool, registry, config }) {
    const { MEDIA_STORE, MEDIA_BYTES_PER_ACCOUNT: limit } = config
    const rows = await runOn(pool)<{ account_id: string; files: number; bytes: number }>(sql`
      select account_id, count(*)::int as files, sum(stored_bytes)::float8 as bytes from media
      where file_ref is not null group by account_id order by bytes desc limit ${MAX_LISTED}`)
    const data = rows.map((row) => {
      const account_name = registry.account(row.account_id)?.name ?? null
      return { ...row, account_name, is_full: row.bytes >= limit }
    })
    return { status: 200, body: { data, limit, is_on: MEDIA_STORE !== null }, position: null }
  },
})
