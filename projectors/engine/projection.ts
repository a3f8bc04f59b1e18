import type { Fact } from '@recado/domain/decision'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Row, Table } from './table.ts'

/**
 * The rows a projection works on. Reads see every earlier change of the same batch. Rows are values: a change puts a
 * new row and never mutates one, so that a failed event leaves no trace.
 */
export type Rows = {
  /** Which partition's facts are applied: a row that follows from facts of several accounts is kept for each. */
  readonly partition: number
  get<R extends Row>(table: Table<R>, id: string): Promise<R | undefined>
  /** For few rows: no projection reads a whole list. @param among narrows a search whose rows are mostly of no use */
  find<R extends Row>(
    table: Table<R>,
    column: keyof R & string,
    value: string | readonly string[],
    among?: Among,
  ): Promise<R[]>
  /** The rows before a time, with these columns and those of their lists only, or all. The caller bounds their number. */
  findBefore<R extends Row, C extends keyof R & string = 'id'>(
    table: Table<R>,
    span: TimeSpan<R>,
    columns?: readonly C[] | 'all',
  ): Promise<Pick<R, C | 'id'>[]>
  put<R extends Row>(table: Table<R>, row: R): void
  remove<R extends Row>(table: Table<R>, id: string): void
  /** Removes rows that are on no list and were not read, whether they exist or not. */
  forget<R extends Row>(table: Table<R>, ids: readonly string[]): void
}

export type Among = {
  /** SQL condition, as a partial index has it; its parameters start at $2. */
  readonly where: string
  readonly values: readonly string[]
  readonly most: number
}

/** Rows with a value in one column and a time before `before` in another; an index must lead to them. */
export type TimeSpan<R extends Row> = {
  readonly key: keyof R & string
  readonly value: string
  readonly time: keyof R & string
  readonly before: string
  readonly only?: keyof R & string
}

/** Applies one fact. Must give the same rows when the log is read again. */
export type Handler<E extends Fact> = (event: RecordedEvent<E>, rows: Rows) => Promise<void> | void

/**
 * A row that a fact will touch, so that a batch loads all such rows in one statement. A missing hint costs time only.
 * A promise says that Postgres need not be asked: `new` that the fact creates the row or leaves it alone, `first` that
 * no earlier fact can have created it, a parent that no fact before the parent's own can have.
 */
export type Need = readonly [table: Table<never>, id: string, promise?: Promised]

export type Promised = 'new' | 'first' | Parent

/** The row without which there is no such row. */
export type Parent = { readonly in: { readonly name: string }; readonly id: string }

export type Projection = {
  readonly name: string
  readonly tables: readonly Table<never>[]
  readonly ddl: URL
  readonly on: Readonly<Record<string, Handler<never> | null>>
  readonly needs: Readonly<Record<string, (event: RecordedEvent<never>) => readonly Need[]>>
  /** Facts that change so many rows that each of them ends its batch. */
  readonly endsBatch: readonly string[]
}

type OnEvery<E extends Fact> = {
  readonly [T in E['type']]: Handler<Extract<E, { type: T }>> | null
}
type NeedsOfSome<E extends Fact> = {
  readonly [T in E['type']]?: (
    event: RecordedEvent<Extract<E, { type: T }>>,
  ) => readonly (readonly [{ name: string }, string, Promised?])[]
}

/** Declares a projection. Every event type of `E` is listed: with a handler, or null when it changes nothing. */
export function projection<E extends Fact>(declaration: {
  name: string
  tables: readonly { name: string }[]
  ddl: URL
  on: OnEvery<E>
  needs?: NeedsOfSome<E>
  endsBatch?: readonly E['type'][]
}): Projection {
  return { needs: {}, endsBatch: [], ...declaration } as unknown as Projection
}
