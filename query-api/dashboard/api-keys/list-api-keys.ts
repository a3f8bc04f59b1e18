import { ApiKey } from '@recado/contract/dashboard/api-key'
import { Timestamp } from '@recado/contract/ids'
import { Pagination, pageQuery, paginationOf } from '@recado/contract/page'
import { lastUses } from '@recado/infra/http/key-use'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'

type Row = Omit<ApiKey, 'created_by' | 'last_used_at'> & {
  readonly by_type: ApiKey['created_by']['type']
  readonly by_id: string
  readonly by_name: string | null
  readonly by_removed: boolean
}

/** GET /api-keys: working keys before revoked ones, the newest first. */
export const listApiKeys = queryRoute({
  operationId: 'listApiKeys',
  url: '/api-keys',
  summary: 'List API keys',
  query: z.object(pageQuery()),
  reply: z.object({
    data: z.array(ApiKey).describe('Those that work first, each group the newest first.'),
    pagination: Pagination,
    used_since: Timestamp.describe('A key without a last use was not used since then.'),
  }),
  answer: async ({ account, query }, run, { pool }) => {
    const rows = await run<Row>(sql`
      select k.id, k.name, k.scopes, k.last_four, k.issued_at as created_at, k.revoked_at,
        k.issued_by_type as by_type, k.issued_by_id as by_id, u.name as by_name,
        u.removed_at is not null as by_removed
      from api_keys k left join users u
        on u.account_id = k.account_id and k.issued_by_type = 'user' and u.id::text = k.issued_by_id
      where k.account_id = ${account.id}
      order by k.revoked_at is not null, k.issued_at desc, k.id
      limit ${query.limit} offset ${query.offset}`)
    const [count] = await run<{ n: number }>(sql`
      select count(*) as n from api_keys where account_id = ${account.id}`)
    const ids = rows.map(({ id }) => id)
    const { byKey, counted_since } = await lastUses(pool, ids)
    const data = rows.map((row) => showApiKey(row, byKey.get(row.id) ?? null))
    return { data, pagination: paginationOf(query, count?.n ?? 0), used_since: counted_since }
  },
})

function showApiKey(
  { by_type, by_id, by_name, by_removed, ...row }: Row,
  last: string | null,
): ApiKey {
  const created_by = { type: by_type, id: by_id, name: by_name, removed: by_removed }
  return { ...row, created_by, last_used_at: last }
}
