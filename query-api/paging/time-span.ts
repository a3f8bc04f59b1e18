import { listId } from '@recado/application/read-models/lists/kept-list'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { FENCED } from './block-walk.ts'
import { type ListSource, rowsOf } from './list-source.ts'

/** A part of a list that is in order of a time column: from `since` until before `until`, ISO 8601. */
export type TimeSpan = {
  readonly column: string
  readonly since: string | undefined
  readonly until: string | undefined
}

export function isWhole({ since, until }: TimeSpan): boolean {
  return since === undefined && until === undefined
}

/** The conditions of a span on rows `t`. */
export function withinSpan({ column, since, until }: TimeSpan): Statement[] {
  const time = raw(`t.${column}`)
  return [
    ...(since === undefined ? [] : [sql`${time} >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${time} < ${until}::timestamptz`]),
  ]
}

/**
 * Common table expressions, some recursive. `span` has the places `lo` and `hi` that enclose the rows of a span; each is
 * found by bisection, because the places are in order of time.
 */
export function placesOfSpan(list: ListSource, key: string, span: TimeSpan): Statement {
  return sql`
    all_places as materialized (
      select coalesce((select next_pos from list_totals where id = ${listId(list, key)}), 0)::bigint as n),
    ${bisectPlaces('since_seek', list, key, span.column, span.since)},
    ${bisectPlaces('until_seek', list, key, span.column, span.until)},
    ends as materialized (
      select ${span.since === undefined ? raw('0::bigint') : raw('(select max(lo) from since_seek)')} as lo,
        ${raw(span.until === undefined ? '(select n from all_places)' : '(select max(lo) from until_seek)')} as hi),
    span as materialized (select lo, greatest(lo, hi) as hi from ends)`
}

/**
 * Bisects the places: at the end all times before `lo` are before `at`, and none from `lo` on is. Empty without `at`.
 * For an empty place the next occupied one decides.
 */
function bisectPlaces(
  name: string,
  list: ListSource,
  key: string,
  column: string,
  at: string | undefined,
): Statement {
  const place = raw(`t.${list.position}`)
  return sql`${raw(name)} (lo, hi) as (
      select 0::bigint, n from all_places where ${at ?? null}::timestamptz is not null
      union all
      select case when m.before then m.middle + 1 else s.lo end,
        case when m.before then s.hi else (s.lo + s.hi) / 2 end
      from ${raw(name)} s left join lateral (
        select ${place} as middle, ${raw(`t.${column}`)} < ${at ?? null}::timestamptz as before
        from ${rowsOf(list)}
        where ${raw(`t.${list.key}`)} = ${key} and ${place} >= (s.lo + s.hi) / 2 and ${place} < s.hi
        order by ${place} limit 1) m on true
      where s.lo < s.hi)`
}

/** The number of rows of the facets in `lists` at a place or after it; complete blocks are counted by their counts. */
export function countFrom(
  list: ListSource,
  key: string,
  isOfFacets: Statement,
  from: Statement,
): Statement {
  const place = raw(`t.${list.position}`)
  return sql`((select coalesce(sum(c.n), 0)::bigint from lists l, lateral (
        select n from list_blocks c where c.lvl = 18 and c.list = l.list and c.b > ${from} / 262144
        union all
        select n from list_blocks c where c.lvl = 12 and c.list = l.list
          and c.b > ${from} / 4096 and c.b <= ${from} / 262144 * 64 + 63
        union all
        select n from list_blocks c where c.lvl = 6 and c.list = l.list
          and c.b > ${from} / 64 and c.b <= ${from} / 4096 * 64 + 63 ${FENCED}) c)
      + (select count(*) from ${rowsOf(list)} where ${raw(`t.${list.key}`)} = ${key}
        and ${isOfFacets} and ${place} >= ${from} and ${place} <= ${from} / 64 * 64 + 63))`
}
