import { all, raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { partName, partOfRow } from '@recado/infra/read-models/part-name'
import { blockWalk, FENCED } from './block-walk.ts'
import type { ListSource, PageQuery } from './list-source.ts'
import { listId, tableOf } from './whole-page.ts'

/** Which parts of a list are asked for: a condition on the columns of `p` as text, and one on the rows `t` of them. */
export type Which = { readonly parts: Statement; readonly rows: Statement }

/**
 * The parts whose column is the value, or one of the values.
 * @returns undefined when nothing is asked for
 */
export function partsWith(
  asked: Readonly<Record<string, string | readonly string[] | undefined>>,
): Which | undefined {
  const given = Object.entries(asked).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, values: [value].flat() }],
  )
  if (given.length === 0) return undefined
  const isOne = (row: string, column: string, values: readonly string[]) =>
    sql`${raw(`${row}.${column}`)} = any(${values})`
  return {
    parts: all(given.map(({ column, values }) => isOne('p', column, values.map(partName)))),
    rows: all(given.map(({ column, values }) => isOne('t', column, values))),
  }
}

/** Condition on a row `t` of a list: that it stands in one of the parts that are asked for. */
export function inParts(columns: readonly string[]): Statement {
  return raw(`${partOfRow(columns)} in (select part from lists)`)
}

/**
 * The statement for a page of some parts of a list, newest first, read as one: `total` and `docs` as in wholePage.
 * Parts are counted over the places of the whole list, so their counts add up block by block.
 */
export function partPage(list: ListSource, key: string, which: Which, query: PageQuery): Statement {
  const { shared, from, position, doc } = list
  return sql`with ${shared === undefined ? raw('') : sql`${shared},`}
    lists as materialized (${parts(list, key, which.parts)}),
    ${query.offset === 0 ? raw('bottom as (select null::bigint as b, 0::bigint as skipped)') : blockWalk(query.offset)},
    ${places(list, key, which.rows, query)}
    select (select coalesce(sum(n), 0)::bigint from lists) as total, (
      select string_agg(found.doc, ',' order by places.place desc) from places, lateral (
        select ${raw(doc)} as doc from ${raw(from)}
        where t.${raw(list.key)} = ${key} and t.${raw(position)} = places.place limit 1) found) as docs`
}

/** The parts that anything stands in, with their columns taken apart again. */
function parts(list: ListSource, key: string, which: Statement): Statement {
  const id = listId(list, key)
  const { parts: names = [] } = list
  const last = names.length
  const columns = names.map((column, i) => {
    const value = i + 1 < last ? `named[${i + 1}]` : `array_to_string(named[${last}:], '.')`
    return `${value} as ${column}`
  })
  return sql`select list, part, n from (
      select list, part, n, ${raw(columns.join(', '))} from (
        select list, part, n, string_to_array(part, '.') as named from (
          select list, n, substr(list, ${id.length + 2}::integer) as part from list_blocks
          where lvl = 63 and list > ${`${id}:`} and list < ${`${id};`}) s) s) p
      where ${which}`
}

/** The places of the page: of the blocks from the first one on that together hold enough rows, those of the parts. */
function places(
  list: ListSource,
  key: string,
  isOfParts: Statement,
  { limit, offset }: PageQuery,
): Statement {
  const place = raw(`t.${list.position}`)
  const from = offset === 0 ? raw('') : raw('and c.b <= (select b from bottom)')
  const skip = sql`(${offset}::bigint - (select skipped from bottom))`
  return sql`
    blocks as materialized (
      select b from (
        select b, sum(n) over (order by b desc) - n as before from (
          select near.b, sum(near.n) as n from lists l, lateral (
            select c.b, c.n from list_blocks c
            where c.lvl = 6 and c.list = l.list ${from} order by c.b desc limit ${limit + 1}) near
          group by near.b order by near.b desc limit ${limit + 1}) summed) counted
      where before < ${limit}::bigint + ${skip}),
    places as materialized (
      select s.place from blocks, lateral (
        select ${place} as place from ${tableOf(list)} t
        where ${raw(`t.${list.key}`)} = ${key} and ${place} between blocks.b * 64 and blocks.b * 64 + 63
          and ${isOfParts} ${FENCED}) s
      order by s.place desc offset ${skip} limit ${limit})`
}
