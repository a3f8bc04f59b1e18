import { listId } from '@recado/application/read-models/lists/kept-list'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { blockWalk, countsOf } from './block-walk.ts'
import { type ListSource, nthOf, type PageQuery, rowsOf } from './list-source.ts'
import { pageItem } from './page-pieces.ts'

/** The statement for a page of a whole list: `total`, and `docs`, the items (`piece`) joined by commas. */
export function wholePage(list: ListSource, key: string, query: PageQuery): Statement {
  if (list.kind === 'append_only') return densePage(list, key, query)
  return query.offset === 0 ? page(list, key, query, raw('true')) : blockPage(list, key, query)
}

/** Places without gaps, so the offset gives the place. */
function densePage(list: ListSource, key: string, query: PageQuery): Statement {
  const place = raw(`t.${list.position}`)
  const { offset } = query
  return list.order === 'oldest_first'
    ? page(list, key, query, sql`${place} >= ${offset}::bigint`)
    : page(list, key, query, sql`${place} < (select n from total) - ${offset}::bigint`)
}

/** Starts at the block of the offset, at most 63 rows before the page. */
function blockPage(list: ListSource, key: string, query: PageQuery): Statement {
  const place = raw(`t.${list.position}`)
  const before = nthOf(list)
  const start = sql`
    ${blockWalk(query.offset, countsOf(listId(list, key)))},
    start as materialized (
      select s.place, s.nth from bottom, lateral (
        select ${place} as place, ${before} as nth from ${rowsOf(list)}
        where ${raw(`t.${list.key}`)} = ${key} and ${place} between bottom.b * 64 and bottom.b * 64 + 63
        order by ${place} desc, nth offset ${query.offset}::bigint - bottom.skipped limit 1) s),`
  const skip = list.sharesPlaces ? raw('offset (select nth from start)') : raw('')
  return page(list, key, query, sql`${place} <= (select place from start)`, { start, skip })
}

const NO_START = { start: raw(''), skip: raw('') }

function page(
  list: ListSource,
  key: string,
  query: PageQuery,
  condition: Statement,
  { start, skip }: { readonly start: Statement; readonly skip: Statement } = NO_START,
): Statement {
  const { position, doc, order, shared } = list
  const direction = order === 'newest_first' ? 'desc' : 'asc'
  const byId = list.sharesPlaces ? ', t.id' : ''
  return sql`with ${shared === undefined ? raw('') : sql`${shared},`} ${start}
    total as (select coalesce((select n from list_totals where id = ${listId(list, key)}), 0) as n)
    select (select n from total) as total, (
      select string_agg(${pageItem(query, list)}, ',') from (
        select t.id, ${raw(doc)} as doc from ${rowsOf(list)}
        where t.${raw(list.key)} = ${key} and ${condition}
        order by t.${raw(`${position} ${direction}${byId}`)} ${skip} limit ${query.limit}) docs) as docs`
}
