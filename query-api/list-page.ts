import { paginationOf } from '@recado/contract/page'
import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { type ListSource, pageStatement } from './list-source.ts'
import type { Raw } from './query-route.ts'

/** Which page a client asks for, validated. */
export type PageQuery = { readonly limit: number; readonly offset: number }

type PageRow = { total: number; docs: string | null }

/**
 * A page of a list that the fold keeps: the same cost at any offset and any length, the total exact.
 * @param key the value that names the list, such as the account's id
 */
export async function keptPage(
  list: ListSource,
  key: string,
  query: PageQuery,
  run: Run,
): Promise<Raw> {
  const text = pageStatement(list, query.offset)
  const values = [`${list.name}:${key}`, key, query.limit, query.offset]
  const [row] = await run<PageRow>({ text, values })
  return envelope(row, query)
}

/** A page of the rows that fit conditions, counted and skipped one by one: for filters no list is kept for. */
export async function filteredPage(
  source: Pick<ListSource, 'from' | 'position' | 'doc' | 'order'>,
  where: Statement,
  query: PageQuery,
  run: Run,
): Promise<Raw> {
  const from = raw(source.from)
  const order = raw(`t.${source.position} ${source.order === 'newest_first' ? 'desc' : 'asc'}`)
  const [row] = await run<PageRow>(sql`
    select (select count(*) from ${from} where ${where}) as total, (
      select string_agg(doc, ',') from (
        select ${raw(source.doc)} as doc from ${from} where ${where}
        order by ${order} limit ${query.limit} offset ${query.offset}) docs) as docs`)
  return envelope(row, query)
}

/** The page of a list that has nothing. */
export function emptyPage(query: PageQuery): Raw {
  return envelope(undefined, query)
}

function envelope(row: PageRow | undefined, query: PageQuery): Raw {
  const pagination = JSON.stringify(paginationOf(query, row?.total ?? 0))
  return { raw: `{"data":[${row?.docs ?? ''}],"pagination":${pagination}}` }
}
