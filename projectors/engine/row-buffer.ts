import type { Promised } from './projection.ts'
import type { RowCache } from './row-cache.ts'
import type { Row } from './table.ts'

/** One row during a batch: as Postgres holds it, and as the batch leaves it. */
export type BufferedRow = {
  readonly committed: Row | undefined
  now: Row | undefined
  /** The row was added without a query: unless the batch changes it, Postgres may still hold it. */
  readonly isUnread: boolean
}

export type RowBuffer = {
  find(table: string, id: string): BufferedRow | undefined
  add(table: string, id: string, committed: Row | undefined): BufferedRow
  addNew(table: string, id: string, promise: Promised): void
  of(table: string): Iterable<BufferedRow>
  tables(): Iterable<readonly [string, ReadonlyMap<string, BufferedRow>]>
  /** Caches the rows as the batch leaves them, once its transaction is committed. */
  commit(): void
}

export function openRowBuffer(cache: RowCache): RowBuffer {
  const byTable = new Map<string, Map<string, BufferedRow>>()
  const of = (table: string): Map<string, BufferedRow> => {
    const known = byTable.get(table)
    if (known !== undefined) return known
    const buffer = new Map<string, BufferedRow>()
    byTable.set(table, buffer)
    return buffer
  }
  const add = (
    table: string,
    id: string,
    committed: Row | undefined,
    isUnread = false,
  ): BufferedRow => {
    const buffered = { committed, now: committed, isUnread }
    of(table).set(id, buffered)
    return buffered
  }
  const find = (table: string, id: string): BufferedRow | undefined => {
    const buffered = of(table).get(id)
    if (buffered !== undefined) return buffered
    const kept = cache.get(table, id)
    return kept === undefined ? undefined : add(table, id, kept || undefined)
  }
  return {
    find,
    add: (table, id, committed) => add(table, id, committed),
    addNew(table, id, promise) {
      if (find(table, id) === undefined) add(table, id, undefined, promise === 'new')
    },
    of: (table) => of(table).values(),
    tables: () => byTable,
    commit() {
      for (const [table, buffer] of byTable)
        for (const [id, { now, isUnread }] of buffer)
          if (now !== undefined || !isUnread) cache.set(table, id, now ?? false)
    },
  }
}
