import { paginationOf } from '@recado/contract/page'
import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type { Pieces, Raw } from '../routing/query-route.ts'
import { FENCED } from './block-walk.ts'
import { ALL_FACETS, type FacetFilter, facetPage } from './facet-page.ts'
import { type ListSource, type PageQuery, rowsOf } from './list-source.ts'
import { type Documents, isPartial, pageItem, piecesOf } from './page-pieces.ts'
import { isWhole, type TimeSpan } from './time-span.ts'
import { wholePage } from './whole-page.ts'

export type PageRow = { total: number; docs: string | null }

/**
 * A page of a kept list, or of some of its facets, with an exact total. Offset and length do not affect its cost.
 * @param key the key of the list, such as the account's id
 * @param filter selects facets; undefined for the whole list
 */
export async function countedPage(
  list: ListSource,
  key: string,
  query: PageQuery,
  run: Run,
  filter?: FacetFilter,
): Promise<Raw | Pieces> {
  const statement =
    filter === undefined ? wholePage(list, key, query) : facetPage(list, key, filter, query)
  const [row] = await run<PageRow>(statement)
  return envelope(row, query, list)
}

/** A page of a span of a kept list whose places are in order of time, newest first; costs as much as countedPage. */
export async function spannedPage(
  list: ListSource,
  key: string,
  query: PageQuery,
  run: Run,
  { filter, span }: { readonly filter: FacetFilter | undefined; readonly span: TimeSpan },
): Promise<Raw | Pieces> {
  if (isWhole(span)) return countedPage(list, key, query, run, filter)
  const statement = facetPage(list, key, filter ?? ALL_FACETS, query, span)
  const [row] = await run<PageRow>(statement)
  return envelope(row, query, list)
}

/** A page of the rows that match conditions, counted and skipped one by one: for filters without a kept list. */
export function filteredPage(
  source: FoundSource & Pick<ListSource, 'position'>,
  where: Statement,
  query: PageQuery,
  run: Run,
): Promise<Raw | Pieces> {
  const place = raw(`t.${source.position}`)
  const found = sql`select t.id, ${place} as place from ${rowsOf(source)} where ${where}`
  return foundPage(source, found, query, run)
}

type FoundSource = Pick<ListSource, 'table' | 'doc' | 'tail' | 'order' | 'shared'>

/** A page of the rows whose `id` and `place` a statement finds, counted and skipped one by one. */
export async function foundPage(
  source: FoundSource,
  found: Statement,
  query: PageQuery,
  run: Run,
): Promise<Raw | Pieces> {
  const { shared, doc } = source
  const order = raw(`place ${source.order === 'newest_first' ? 'desc' : 'asc'}, id`)
  // Materialised before ordering: Postgres would otherwise scan the whole list in order for the few matches.
  const [row] = await run<PageRow>(sql`with ${shared === undefined ? raw('') : sql`${shared},`}
    found as materialized (${found})
    select (select count(*) from found) as total, (
      select string_agg(${pageItem(query, source)}, ',' order by ${order}) from (
        select top.id, top.place, own.doc from (
          select id, place from found order by ${order} limit ${query.limit} offset ${query.offset}
        ) top, lateral (
          select ${raw(doc)} as doc from ${rowsOf(source)} where t.id = top.id ${FENCED}) own) docs) as docs`)
  return envelope(row, query, source)
}

export function emptyPage(query: PageQuery): Raw {
  return { raw: PAGE_START + afterItems(undefined, query) }
}

const PAGE_START = '{"data":['

/** The answer of a page that a statement gives as `total` and `docs`. */
export function envelope(
  row: PageRow | undefined,
  query: PageQuery,
  list: Documents,
): Raw | Pieces {
  const docs = row?.docs ?? ''
  const after = afterItems(row, query)
  if (!isPartial(docs)) return { raw: PAGE_START + docs + after }
  return { pieces: (run) => joinItems(piecesOf(docs, list, run), after) }
}

/** Yields nothing before the first portion is read, so that a failure to read it can still be answered as an error. */
async function* joinItems(items: AsyncIterable<string>, after: string): AsyncGenerator<string> {
  let before = PAGE_START
  for await (const item of items) {
    if (before !== '') yield before
    before = ''
    yield item
  }
  yield before + after
}

function afterItems(row: PageRow | undefined, query: PageQuery): string {
  return `],"pagination":${JSON.stringify(paginationOf(query, row?.total ?? 0))}}`
}
