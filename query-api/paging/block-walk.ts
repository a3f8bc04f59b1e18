import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/**
 * Ends a lateral subquery, so that Postgres runs it once per outer row, through its index. Without it, a cached plan
 * would overestimate the rows and scan the table.
 */
export const FENCED: Statement = raw('offset 0')

/** Selects the blocks of a level within those of the level above, each with the number of rows before its parent. */
export type Counts = (lvl: number, parent: Statement, within: Statement) => Statement

/** Counts one list. */
export function countsOf(list: string): Counts {
  return (lvl, parent, within) => sql`
    select c.b, c.n, p.skipped as before from ${parent} p, lateral (
      select b, n from list_blocks c
      where c.lvl = ${raw(String(lvl))} and c.list = ${list} ${within} ${FENCED}) c`
}

/** Counts the lists in the common table expression `lists` together; they share the same places. */
export const countsOfLists: Counts = (lvl, parent, within) => sql`
    select c.b, sum(c.n)::integer as n, min(p.skipped) as before from ${parent} p, lists l, lateral (
      select b, n from list_blocks c
      where c.lvl = ${raw(String(lvl))} and c.list = l.list ${within} ${FENCED}) c
    group by c.b`

/**
 * Common table expressions that descend through the block counts, largest blocks first, to the block that contains an
 * offset: `bottom` is that block of 64 places, with the number of rows in newer blocks; empty beyond the end.
 */
export function blockWalk(offset: number | Statement, counts: Counts): Statement {
  const within = raw('and c.b between p.b * 64 and p.b * 64 + 63')
  const top = counts(18, raw('(select 0::bigint as skipped)'), raw(''))
  return sql`
    ${level('top', top, offset)},
    ${level('middle', counts(12, raw('top'), within), offset)},
    ${level('bottom', counts(6, raw('middle'), within), offset)}`
}

function level(name: string, counts: Statement, offset: number | Statement): Statement {
  return sql`${raw(name)} as materialized (
      select b, skipped from (
        select b, n, before + sum(n) over (order by b desc) - n as skipped from (${counts}) counts) counted
      where n > 0 and skipped <= ${offset}::bigint and skipped + n > ${offset}::bigint)`
}
