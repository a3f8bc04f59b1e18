/**
 * A list whose places the fold keeps: its length, and for lists that rows leave or move within, how many rows
 * stand in each block of places. So a page costs the same at any offset, and the total is exact.
 */
export type ListSource = {
  /** As the fold names it; the key is appended. */
  readonly name: string
  /** What the rows come from; the table with the place is called `t`. */
  readonly from: string
  /** Column of `t` that names the list, and the one with the place on it. */
  readonly key: string
  readonly position: string
  /** Expression that gives the row's stored JSON. */
  readonly doc: string
  readonly kind: 'append_only' | 'blocks'
  readonly order: 'newest_first' | 'oldest_first'
}

/** One statement per list and shape. `$1` list id, `$2` key, `$3` limit, `$4` offset; answers `total`, `docs`. */
export function pageStatement(list: ListSource, offset: number): string {
  if (list.kind === 'append_only') return densePage(list)
  return offset === 0 ? firstPage(list) : blockPage(list)
}

/** Places without gaps: the offset is arithmetic. */
function densePage(list: ListSource): string {
  const from =
    list.order === 'oldest_first'
      ? `t.${list.position} >= $4::bigint`
      : `t.${list.position} < (select n from total) - $4::bigint`
  return withTotal(list, from)
}

/** The first page needs no counting; the comparison only keeps `$4` in use. */
function firstPage(list: ListSource): string {
  return withTotal(list, '$4::bigint = 0')
}

/** Walks the counts per block, largest blocks first, to the block the offset falls into; then at most 63 rows. */
function blockPage(list: ListSource): string {
  const { from, key, position } = list
  const table = from.split(' ')[0]
  return `with total as (${TOTAL}),
    ${level('top', 18, 'select 0 as b, 0::bigint as skipped', '')},
    ${level('middle', 12, 'select b, skipped from top', 'and c.b between p.b * 64 and p.b * 64 + 63')},
    ${level('bottom', 6, 'select b, skipped from middle', 'and c.b between p.b * 64 and p.b * 64 + 63')},
    start as materialized (
      select s.${position} as pos from bottom, lateral (
        select ${position} from ${table}
        where ${key} = $2 and ${position} between bottom.b * 64 and bottom.b * 64 + 63
        order by ${position} desc offset $4::bigint - bottom.skipped limit 1) s)
    ${page(list, `t.${position} <= (select pos from start)`)}`
}

/** The block of one level that holds the offset, and how many rows stand in the newer ones. */
function level(name: string, lvl: number, parent: string, within: string): string {
  return `${name} as materialized (
      select b, skipped from (
        select c.b, c.n, p.skipped + sum(c.n) over (order by c.b desc) - c.n as skipped
        from (${parent}) p, list_blocks c
        where c.list = $1 and c.lvl = ${lvl} ${within}) counted
      where n > 0 and skipped <= $4::bigint and skipped + n > $4::bigint)`
}

const TOTAL = 'select coalesce((select n from list_totals where id = $1), 0) as n'

function withTotal(list: ListSource, condition: string): string {
  return `with total as (${TOTAL}) ${page(list, condition)}`
}

function page({ from, key, position, doc, order }: ListSource, condition: string): string {
  const direction = order === 'newest_first' ? 'desc' : 'asc'
  return `select (select n from total) as total, (
      select string_agg(doc, ',') from (
        select ${doc} as doc from ${from}
        where t.${key} = $2 and ${condition}
        order by t.${position} ${direction} limit $3) docs) as docs`
}
