import type { Statement } from '@recado/infra/postgres/sql'

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
  /** What `doc` needs that is the same for every row: a common table expression. */
  readonly shared?: Statement
  readonly kind: 'append_only' | 'blocks'
  readonly order: 'newest_first' | 'oldest_first'
  /** Columns of `t` that divide the list into parts, as the fold declares them. */
  readonly parts?: readonly string[]
}

/** FacetFilter page a client asks for, validated. */
export type PageQuery = { readonly limit: number; readonly offset: number }
