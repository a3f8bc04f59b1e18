import { LRUCache } from 'lru-cache'
import { bytesOf } from './bytes-of.ts'
import type { Row, Table } from './table.ts'

/** Committed rows kept between batches; safe because the projector is the only writer. `false`: known to be absent. */
export type RowCache = {
  get(table: string, id: string): Row | false | undefined
  set(table: string, id: string, row: Row | false): void
  clear(): void
}

const MAX_CACHED_ROWS = 5_000

/** Bytes per table: about 5,000 ordinary rows, or a few of those that a provider bloats. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024

/**
 * Opens an empty cache. Each table has a budget of its own, so that the messages of a busy hour do not evict the
 * contacts and conversations that every batch needs. A row that fills much of the budget is not cached.
 */
export function openRowCache(tables: readonly Table<Row>[]): RowCache {
  const caches = new Map(
    tables
      .filter(({ maxCached }) => maxCached !== 0)
      .map(({ name, maxCached = MAX_CACHED_ROWS }) => [name, openTableCache(maxCached)]),
  )
  return {
    get: (table, id) => caches.get(table)?.get(id),
    set: (table, id, row) => void caches.get(table)?.set(id, row),
    clear() {
      for (const cache of caches.values()) cache.clear()
    },
  }
}

function openTableCache(rows: number) {
  return new LRUCache<string, Row | false>({
    max: rows,
    maxSize: MAX_CACHED_BYTES,
    maxEntrySize: MAX_CACHED_BYTES / 16,
    sizeCalculation: (row) => bytesOf(row),
  })
}
