import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/**
 * Ends a subquery that is to be run for each row before it, through its index: a plan made once guesses too many
 * rows of them and would rather read the table.
 */
export const FENCED: Statement = raw('offset 0')

/** The blocks of one level within those of the level above, each with how many rows stand before its parent. */
export type Counts = (lvl: number, parent: Statement, within: Statement) => Statement

/** Of one list. */
export function countsOf(list: string): Counts {
  return (lvl, parent, within) => sql`
    select c.b, c.n, p.skipped as before from ${parent} p, lateral (
      select b, n from list_blocks c
      where c.lvl = ${raw(String(lvl))} and c.list = ${list} ${within} ${FENCED}) c`
}

/** Of the lists that the common table expression `lists` names, all over the same places, read as one. */
export const countsOfLists: Counts = (lvl, parent, within) => sql`
    select c.b, sum(c.n)::integer as n, min(p.skipped) as before from ${parent} p, lists l, lateral (
      select b, n from list_blocks c
      where c.lvl = ${raw(String(lvl))} and c.list = l.list ${within} ${FENCED}) c
    group by c.b`

/**
 * Common table expressions that walk the counts per block, largest blocks first, to the block that an offset
 * falls into: `bottom` is that block of 64 places, and how many rows stand in the newer ones; empty beyond the end.
 */
export function blockWalk(offset: number | Statement, counts: Counts): Statement {
  const within = raw('and c.b between p.b * 64 and p.b * 64 + 63')
  const top = counts(18, raw('(select 0::bigint as skipped)'), raw(''))
  return sql`
    ${level('top', top, offset)},
    ${level('middle', counts(12, raw('top'), within), offset)},
    ${level('bottom', counts(6, raw('middle'), within), offset)}`
}

/** The block of one level that holds the offset. */
function level(name: string, counts: Statement, offset: number | Statement): Statement {
  return sql`${raw(name)} as materialized (
      select b, skipped from (
        select b, n, before + sum(n) over (order by b desc) - n as skipped from (${counts}) counts) counted
      where n > 0 and skipped <= ${offset}::bigint and skipped + n > ${offset}::bigint)`
}
