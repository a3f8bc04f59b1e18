import type { Promised } from './projection.ts'
import type { RowCache } from './row-cache.ts'
import type { Row } from './table.ts'

/** One row during a batch: as Postgres holds it, and as the batch leaves it. */
export type BufferedRow = {
  readonly committed: Row | undefined
  now: Row | undefined
  /** The row was added without a query: unless the batch changes it, Postgres may still hold it. */
  readonly isUnread: boolean
  /** Only some of its columns were read: until it is read again, it can only be removed. */
  readonly isPart: boolean
}

export type RowBuffer = {
  find(table: string, id: string): BufferedRow | undefined
  /** Does not find a partly read row that the batch has not changed. */
  findWhole(table: string, id: string): BufferedRow | undefined
  /** Whether it is known that Postgres holds no such row, and none of which it is the parent. */
  isWithoutChildren(table: string, id: string): boolean
  add(table: string, id: string, committed: Row | undefined): BufferedRow
  addNew(table: string, id: string, promise: Promised): void
  addPart(table: string, part: Row): void
  of(table: string): Iterable<BufferedRow>
  tables(): Iterable<readonly [string, ReadonlyMap<string, BufferedRow>]>
  /** Caches the rows as the batch leaves them, once its transaction is committed. */
  commit(): void
}

/** @param isInOrder false for facts that are applied after later ones: children may be there before their parent */
export function openRowBuffer(cache: RowCache, isInOrder = true): RowBuffer {
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
    { isUnread = false, isPart = false } = {},
  ): BufferedRow => {
    const buffered = { committed, now: committed, isUnread, isPart }
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
    findWhole(table, id) {
      const buffered = find(table, id)
      return buffered === undefined || isPartOnly(buffered) ? undefined : buffered
    },
    isWithoutChildren(table, id) {
      const buffered = isInOrder ? find(table, id) : undefined
      return buffered !== undefined && buffered.committed === undefined && !buffered.isUnread
    },
    add: (table, id, committed) => add(table, id, committed),
    addNew(table, id, promise) {
      if (find(table, id) === undefined) add(table, id, undefined, { isUnread: promise === 'new' })
    },
    addPart(table, part) {
      if (find(table, part.id) === undefined) add(table, part.id, part, { isPart: true })
    },
    of: (table) => of(table).values(),
    tables: () => byTable,
    commit() {
      for (const [table, buffer] of byTable)
        for (const [id, row] of buffer) if (isKnown(row)) cache.set(table, id, row.now ?? false)
    },
  }
}

function isPartOnly({ isPart, now, committed }: BufferedRow): boolean {
  return isPart && now === committed
}

function isKnown(row: BufferedRow): boolean {
  return row.now === undefined ? !row.isUnread : !isPartOnly(row)
}
