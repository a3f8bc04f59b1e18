import { all, raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { partName, partOfRow } from '@recado/infra/read-models/part-name'
import { blockWalk } from './block-walk.ts'
import type { ListSource, PageQuery } from './list-source.ts'
import { listId, tableOf } from './whole-page.ts'

/**
 * Which parts of a list are asked for: those whose column is the value, or one of the values. The columns are
 * those of `p`, as text.
 * @returns undefined when nothing is asked for
 */
export function partsWith(
  asked: Readonly<Record<string, string | readonly string[] | undefined>>,
): Statement | undefined {
  const conditions = Object.entries(asked).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${raw(`p.${column}`)} = any(${[value].flat().map(partName)})`],
  )
  return conditions.length === 0 ? undefined : all(conditions)
}

/**
 * The statement for a page of some parts of a list, newest first, read as one: `total` and `docs` as in wholePage.
 * Parts are counted over the places of the whole list, so their counts add up block by block.
 * @param which condition on the parts, see partsWith
 */
export function partPage(
  list: ListSource,
  key: string,
  which: Statement,
  query: PageQuery,
): Statement {
  const { shared, from, position, doc } = list
  return sql`with ${shared === undefined ? raw('') : sql`${shared},`}
    lists as materialized (${parts(list, key, which)}),
    ${query.offset === 0 ? raw('bottom as (select null::bigint as b, 0::bigint as skipped)') : blockWalk(query.offset)},
    ${places(list, key, query)}
    select (select coalesce(sum(n), 0)::bigint from lists) as total, (
      select string_agg(${raw(doc)}, ',' order by t.${raw(position)} desc) from places, ${raw(from)}
      where t.${raw(list.key)} = ${key} and t.${raw(position)} = places.place) as docs`
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
function places(list: ListSource, key: string, { limit, offset }: PageQuery): Statement {
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
          and ${raw(partOfRow(list.parts ?? []))} in (select part from lists)) s
      order by s.place desc offset ${skip} limit ${limit})`
}
