import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/**
 * Ends a subquery that is to be run for each row before it, through its index: a plan made once guesses too many
 * rows of them and would rather read the table.
 */
export const FENCED: Statement = raw('offset 0')

/**
 * Common table expressions that walk the counts per block, largest blocks first, to the block that an offset
 * falls into: `bottom` is that block of 64 places, and how many rows stand in the newer ones; empty beyond the end.
 * Needs `lists`: the names of the lists or parts that are read as one, all over the same places.
 */
export function blockWalk(offset: number): Statement {
  const within = raw('and c.b between p.b * 64 and p.b * 64 + 63')
  return sql`
    ${level('top', 18, raw('(select 0::bigint as skipped)'), raw(''), offset)},
    ${level('middle', 12, raw('top'), within, offset)},
    ${level('bottom', 6, raw('middle'), within, offset)}`
}

/** The block of one level that holds the offset. */
function level(name: string, lvl: number, parent: Statement, within: Statement, offset: number) {
  return sql`${raw(name)} as materialized (
      select b, skipped from (
        select b, n, (before + sum(n) over (order by b desc) - n)::bigint as skipped from (
          select c.b, sum(c.n) as n, min(p.skipped) as before from ${parent} p, lists l, lateral (
            select b, n from list_blocks c
            where c.lvl = ${raw(String(lvl))} and c.list = l.list ${within} ${FENCED}) c
          group by c.b) summed) counted
      where n > 0 and skipped <= ${offset}::bigint and skipped + n > ${offset}::bigint)`
}
