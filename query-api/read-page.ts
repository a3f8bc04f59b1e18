import { paginationOf } from '@recado/contract/page'
import type { Run } from '@recado/infra/postgres/run'
import { type ListSource, pageStatement } from './list-source.ts'
import type { Raw } from './query-route.ts'

/**
 * One page of a list whose places the fold keeps, joined from stored documents without parsing them.
 * @param key names the list: the account, the connection, the conversation …
 */
export async function readPage(
  run: Run,
  list: ListSource,
  key: string,
  query: { readonly limit: number; readonly offset: number },
): Promise<Raw> {
  const { text } = pageStatement(list, query.offset)
  const values = [`${list.name}:${key}`, key, query.limit, query.offset]
  const [page] = await run<{ total: number; docs: string | null }>({ text, values })
  const pagination = JSON.stringify(paginationOf(query, page?.total ?? 0))
  return { raw: `{"data":[${page?.docs ?? ''}],"pagination":${pagination}}` }
}
