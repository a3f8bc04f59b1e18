import type { Rows } from './projection.ts'

/** A row of a read model: its key is always `id`. Values are what Postgres takes as JSON. */
export type Row = { readonly id: string }

/** Rows with the same value of `key`, in order of `position`. Every change updates the list's total and block counts. */
export type List<R extends Row> = {
  /** Unique in the program, such as `messages.conversation`; the row's key is appended to it. */
  readonly name: string
  /** Column whose value names the list; a row with null is on no list. */
  readonly key: keyof R & string
  readonly position: keyof R & string
  /** `append_only` rows never leave or move, so positions have no gaps. `blocks`: any other list, counted in blocks. */
  readonly kind: 'append_only' | 'blocks'
  /** A change of this column moves the row to the newest place. */
  readonly movesWith?: keyof R & string
  /** Column with the place of a row that chooses it; null for the next one. Such places are below 0. */
  readonly ownPlace?: keyof R & string
  /** Time column that never falls below the previous row's value on this list. */
  readonly clamp?: keyof R & string
  /** Whether a row that left the list, because its key became null, returns to its old place. */
  readonly keepsPlace?: true
  /**
   * Columns whose values together divide the list into facets, each counted in blocks of the list's own places. Any
   * filter by these columns is a union of facets. Only the last one may hold a dot.
   */
  readonly facets?: readonly (keyof R & string)[]
}

/** Columns copied from the parent row in another table, to filter the list by. The projector keeps both equal. */
export type Denormalised<R extends Row> = {
  readonly from: { readonly name: string }
  /** Indexed column with the parent's id. The parent is always created first. */
  readonly by: keyof R & string
  readonly columns: readonly (keyof R & string)[]
}

export type Tally<R extends Row> = {
  readonly columns: readonly (keyof R & string)[]
  /** Called after an event has changed a row and the row is placed. A removed row has `columns` alone. */
  readonly change: (before: R | undefined, after: R | undefined, rows: Rows) => Promise<void>
}

/** A second table with a row for each row of the first; a row is written only when one column of the first changes. */
export type Derived<R extends Row> = {
  readonly name: string
  readonly column: keyof R & string
  /** The second row; both have the same id. */
  readonly row: (row: R) => Row
}

export type Table<R extends Row> = {
  readonly name: string
  readonly lists?: readonly List<R>[]
  readonly denormalised?: Denormalised<R>
  /** The table that `by` leads to, whose row is always created first: a new parent has no rows here yet. */
  readonly parent?: { readonly in: { readonly name: string }; readonly by: keyof R & string }
  /** Requires `lists`. */
  readonly tally?: Tally<R>
  /** By column: the document that the API shows of the row, stored as text whenever the row changes. */
  readonly docs?: Readonly<Record<string, (row: R) => object | string>>
  readonly derived?: Derived<R>
  /** The most rows cached between batches, 5,000 by default: fewer of large rows, 0 for rows that are not read again. */
  readonly maxCached?: number
  /** Carries the row type; never set. */
  readonly row?: R
}

export function table<R extends Row>(declaration: Table<R>): Table<R> {
  return declaration
}
