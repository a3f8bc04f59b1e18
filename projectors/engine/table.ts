import type { Rows } from './projection.ts'

/** A row of a read model: its key is always `id`. Values are what Postgres takes as JSON. */
export type Row = { readonly id: string }

/**
 * A list over a table's rows: those with the same value of `key`, in order of `position`, newest first or
 * oldest first as the reader likes. Totals, and blocks of positions, are kept with every change.
 */
export type List<R extends Row> = {
  /** Unique in the program, such as `messages.conversation`; the row's key is appended to it. */
  readonly name: string
  /** Column whose value names the list; a row with null is on none. */
  readonly key: keyof R & string
  /** Column for the row's place on the list, which the projector gives in log order. */
  readonly position: keyof R & string
  /** append_only rows never leave or move, so positions have no gaps; blocks count any other list. */
  readonly kind: 'append_only' | 'blocks'
  /** A change of this column moves the row to the newest place. */
  readonly movesWith?: keyof R & string
  /** A time column that never falls below its predecessor's on this list. */
  readonly clamp?: keyof R & string
  /** A row that left the list because its key was null comes back to the place it had. */
  readonly keepsPlace?: true
  /**
   * Columns whose values together divide the list into facets, each counted in blocks of the list's own places. Any
   * filter by these columns is a union of facets. Only the last one may hold a dot.
   */
  readonly facets?: readonly (keyof R & string)[]
}

/**
 * Columns that a row copies from its parent in another table, so that a list can be divided by them. The projector keeps
 * both equal.
 */
export type Denormalised<R extends Row> = {
  readonly from: { readonly name: string }
  /** Indexed column with the id of the parent, which is always made first. */
  readonly by: keyof R & string
  /** Called the same in both tables. */
  readonly columns: readonly (keyof R & string)[]
}

/** What the rows of a table count for in another one. */
export type Tally<R extends Row> = {
  /** Columns that it reads of rows that are removed. */
  readonly columns: readonly (keyof R & string)[]
  /** Called once an event has changed a row and the row has its places; a row that is removed has these columns alone. */
  readonly change: (before: R | undefined, after: R | undefined, rows: Rows) => Promise<void>
}

/** A table of the read models; its columns stand in the SQL file beside its projection. */
export type Table<R extends Row> = {
  readonly name: string
  readonly lists?: readonly List<R>[]
  readonly denormalised?: Denormalised<R>
  /** For tables with lists: what their rows count for. */
  readonly tally?: Tally<R>
  /** By column: the document that the API shows of the row, stored there as text whenever the row changes. */
  readonly docs?: Readonly<Record<string, (row: R) => object | string>>
  /**
   * How many rows the projector keeps in memory between batches, 5,000 by default: fewer of large rows, none of rows that
   * are not read again.
   */
  readonly kept?: number
  /** Type of a row; never set. */
  readonly row?: R
}

/** Declares a table. */
export function table<R extends Row>(declaration: Table<R>): Table<R> {
  return declaration
}
