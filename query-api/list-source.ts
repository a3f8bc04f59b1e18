import type { KeptList } from '@recado/application/read-models/lists/kept-list'
import { raw, type Statement } from '@recado/infra/postgres/sql'

/** A kept list as it is read: so a page costs the same at any offset, and the total is exact. */
export type ListSource = KeptList & {
  /** Expression that gives the stored JSON of a row; the table is called `t`. */
  readonly doc: string
  /** What `doc` needs that is the same for every row: a common table expression. */
  readonly shared?: Statement
}

/** What the rows `t` of a list come from. */
export function rowsOf({ table }: Pick<ListSource, 'table'>): Statement {
  return raw(`${table} t`)
}

/** A page that a client asks for, validated. */
export type PageQuery = { readonly limit: number; readonly offset: number }
