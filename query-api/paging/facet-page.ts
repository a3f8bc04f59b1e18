import { facetName } from '@recado/application/read-models/facet-name'
import { listId } from '@recado/application/read-models/lists/kept-list'
import { all, raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { blockWalk, countsOfLists, FENCED } from './block-walk.ts'
import { type ListSource, nthOf, type PageQuery, rowsOf } from './list-source.ts'
import { pageItem } from './page-pieces.ts'
import { countFrom, placesOfSpan, type TimeSpan } from './time-span.ts'

/** A selection of facets: a condition on the facets' columns `f`, as text, and the same one on the rows `t`. */
export type FacetFilter = { readonly facets: Statement; readonly rows: Statement }

/** All facets, for a part of a whole list: places may be empty, so the rows of a part have to be counted. */
export const ALL_FACETS: FacetFilter = { facets: raw('true'), rows: raw('true') }

type Divided = Pick<ListSource, 'facets'>

/** Values of columns that divide a list into facets. */
export type Asked<List extends Divided> = {
  readonly [Column in NonNullable<List['facets']>[number]]?: string | readonly string[] | undefined
}

/** The facets of a list whose columns have the given values, or one of several; undefined without any value. */
export function facetsWith<List extends Divided>(
  { facets = [] }: List,
  asked: Asked<NoInfer<List>>,
): FacetFilter | undefined {
  const values: Asked<Divided> = asked
  const given = facets.flatMap((column) => {
    const value = values[column]
    return value === undefined ? [] : [{ column, values: [value].flat() }]
  })
  if (given.length === 0) return undefined
  const isOne = (row: string, column: string, values: readonly string[]) =>
    sql`${raw(`${row}.${column}`)} = any(${values})`
  return {
    facets: all(given.map(({ column, values }) => isOne('f', column, values.map(facetName)))),
    rows: all(given.map(({ column, values }) => isOne('t', column, values))),
  }
}

/** A filter's conditions on rows, for lists that are counted one by one. */
export function rowsWith(filter: FacetFilter | undefined): readonly Statement[] {
  return filter === undefined ? [] : [filter.rows]
}

type Bounds = {
  readonly total: Statement
  /** Rows before the page; null for the beginning of the list. */
  readonly offset: number | Statement | null
  readonly limit: number | Statement
}

/**
 * The statement for a page of the union of some facets of a list, newest first, with `total` and `docs` as in wholePage.
 * All facets count by the places of the whole list, so their block counts can be added.
 * @param span limits the page to a part of the list
 */
export function facetPage(
  list: ListSource,
  key: string,
  filter: FacetFilter,
  query: PageQuery,
  span?: TimeSpan,
): Statement {
  const { shared } = list
  const { total, offset, limit } = span === undefined ? boundsOf(query) : boundsWithin(query)
  const skip = offset === null ? raw('0') : sql`(${offset}::bigint - (select skipped from bottom))`
  const walk = offset === null ? raw('') : sql`${blockWalk(offset, countsOfLists)},`
  const part = sql`offset ${skip} limit ${limit}`
  const spanned = span === undefined ? raw('') : rowsOfSpan(list, key, filter, span)
  return sql`with ${raw(span === undefined ? '' : 'recursive')}
    ${shared === undefined ? raw('') : sql`${shared},`}
    lists as materialized (${facetRows(list, key, filter.facets)}), ${spanned} ${walk}
    blocks as materialized (${blocks(query, skip, offset === null)})
    select ${total} as total, (
      select string_agg(${pageItem(query, list)}, ',' order by place desc, id) from (
        (${rowsOfFewBlocks(list, key, filter.rows)} order by place desc, id ${part})
        union all ${rowsOfManyBlocks(list, key, filter.rows, part)}
      ) docs) as docs`
}

function boundsOf({ offset, limit }: PageQuery): Bounds {
  const total = raw('(select coalesce(sum(n), 0)::bigint from lists)')
  return { total, offset: offset === 0 ? null : offset, limit }
}

/** A page of a span is a page of the whole facets that skips newer rows than the span's and stops before older ones. */
function boundsWithin({ offset, limit }: PageQuery): Bounds {
  return {
    total: raw('(select n from spanned)'),
    offset: sql`(select newer + ${offset}::bigint from spanned)`,
    limit: sql`(select greatest(0, least(${limit}::bigint, n - ${offset}::bigint)) from spanned)`,
  }
}

function rowsOfSpan(
  list: ListSource,
  key: string,
  { rows }: FacetFilter,
  span: TimeSpan,
): Statement {
  const from = (end: string) => countFrom(list, key, rows, raw(`(select ${end} from span)`))
  return sql`${placesOfSpan(list, key, span)},
    spanned as materialized (
      select newer, since - newer as n from (select ${from('hi')} as newer, ${from('lo')} as since) counted),`
}

/**
 * The non-empty facets, their names split into columns. One with places below 0 and above has two counts of the level:
 * named twice, it would count twice.
 */
function facetRows(list: ListSource, key: string, filter: Statement): Statement {
  const id = listId(list, key)
  const { facets: names = [] } = list
  const last = names.length
  const columns = names.map((column, i) => {
    const value = i + 1 < last ? `named[${i + 1}]` : `array_to_string(named[${last}:], '.')`
    return `${value} as ${column}`
  })
  return sql`select list, facet, n from (
      select list, facet, n, ${raw(columns.join(', '))} from (
        select list, facet, n, string_to_array(facet, '.') as named from (
          select list, sum(n)::integer as n, substr(list, ${id.length + 2}::integer) as facet from list_blocks
          where lvl = 63 and list > ${`${id}:`} and list < ${`${id};`} group by list) s) s) f
      where ${filter}`
}

/** The blocks from the offset's on that together have enough rows for the page. */
function blocks({ limit }: PageQuery, skip: Statement, isFirst: boolean): Statement {
  const from = isFirst ? raw('') : raw('and c.b <= (select b from bottom)')
  return sql`select b from (
      select b, sum(n) over (order by b desc) - n as before from (
        select near.b, sum(near.n)::integer as n from lists l, lateral (
          select c.b, c.n from list_blocks c
          where c.lvl = 6 and c.list = l.list ${from} order by c.b desc limit ${limit + 1}) near
        group by near.b order by near.b desc limit ${limit + 1}) summed) counted
    where before < ${limit}::bigint + ${skip}`
}

/** Few blocks are read completely. Many blocks mean that few of their rows match, so an index finds these first. */
const FEW = '(select count(*) from blocks) <= 4'

function rowsOfFewBlocks(list: ListSource, key: string, isOfFacets: Statement): Statement {
  return sql`select s.place, s.id, s.doc from blocks, lateral (
      ${rowsOfBlock(list, key, isOfFacets, sql`, t.id, ${raw(list.doc)} as doc`)}) s where ${raw(FEW)}`
}

function rowsOfManyBlocks(
  list: ListSource,
  key: string,
  isOfFacets: Statement,
  part: Statement,
): Statement {
  const { position, doc, sharesPlaces } = list
  const nth = sharesPlaces ? sql`and ${isOfFacets} order by t.id offset places.nth` : raw('')
  return sql`select places.place, found.id, found.doc from (
      select s.place, s.nth from blocks, lateral (
        ${rowsOfBlock(list, key, isOfFacets, sql`, ${nthOf(list)} as nth`)}) s
      where not ${raw(FEW)} order by place desc, nth ${part}) places, lateral (
      select t.id, ${raw(doc)} as doc from ${rowsOf(list)}
      where t.${raw(list.key)} = ${key} and t.${raw(position)} = places.place ${nth} limit 1) found`
}

function rowsOfBlock(
  list: ListSource,
  key: string,
  isOfFacets: Statement,
  more: Statement,
): Statement {
  const place = raw(`t.${list.position}`)
  return sql`select ${place} as place${more} from ${rowsOf(list)}
    where ${raw(`t.${list.key}`)} = ${key} and ${isOfFacets}
      and ${place} between blocks.b * 64 and blocks.b * 64 + 63 ${FENCED}`
}
