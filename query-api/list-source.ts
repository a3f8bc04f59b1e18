import type { KeptList } from '@recado/application/read-models/lists/kept-list'
import { raw, type Statement } from '@recado/infra/postgres/sql'

/** A kept list and how its rows are shown. */
export type ListSource = KeptList & {
  /** SQL expression for the JSON of a row of the table `t`. */
  readonly doc: string
  /** A common table expression that `doc` uses for every row. */
  readonly shared?: Statement
}

export function rowsOf({ table }: Pick<ListSource, 'table'>): Statement {
  return raw(`${table} t`)
}

/** The validated page parameters of a request. */
export type PageQuery = { readonly limit: number; readonly offset: number }
