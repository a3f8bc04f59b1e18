import type { KeptList } from '@recado/application/read-models/lists/kept-list'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/** A kept list and how its rows are shown. */
export type ListSource = KeptList & {
  /** SQL expression for the JSON of a row of the table `t`. */
  readonly doc: string
  /** SQL expression of the row `t` for JSON fields, with commas between them, that stand after those of `doc`. */
  readonly tail?: string
  /** A common table expression that `doc` uses for every row. */
  readonly shared?: Statement
}

export function rowsOf({ table }: Pick<ListSource, 'table'>): Statement {
  return raw(`${table} t`)
}

/** SQL expression: how many of the rows `t` before this one have the same place. Rows of one place are in one block. */
export function nthOf({ position, sharesPlaces }: KeptList): Statement {
  return raw(sharesPlaces ? `row_number() over (partition by t.${position}) - 1` : '0')
}

/** SQL expression for a whole item of the list, of the row `t`. */
export function documentOf({ doc, tail }: Pick<ListSource, 'doc' | 'tail'>): Statement {
  return raw(tail === undefined ? doc : `left(${doc}, -1) || ',' || ${tail} || '}'`)
}

/** The validated page parameters of a request. */
export type PageQuery = { readonly limit: number; readonly offset: number }

/** The part of a list that fits one page; without a limit all of it. */
export function partOf({
  limit = null,
  offset,
}: {
  readonly limit?: number | null | undefined
  readonly offset: number
}): Statement {
  return sql`limit ${limit}::bigint offset ${offset}`
}
