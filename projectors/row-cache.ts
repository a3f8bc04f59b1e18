import { LRUCache } from 'lru-cache'
import type { Row, Table } from './table.ts'

/** Committed rows kept between batches; safe because the fold is the only writer. `false`: known to be absent. */
export type RowCache = {
  get(table: string, id: string): Row | false | undefined
  set(table: string, id: string, row: Row | false): void
  clear(): void
}

const KEPT_ROWS = 5_000

/**
 * Opens an empty cache. Each table has its own room, so that the messages of a busy hour do not drive out the contacts
 * and conversations that every batch needs.
 */
export function openRowCache(tables: readonly Table<Row>[]): RowCache {
  const caches = new Map(
    tables
      .filter(({ kept }) => kept !== 0)
      .map(({ name, kept = KEPT_ROWS }) => [
        name,
        new LRUCache<string, Row | false>({ max: kept }),
      ]),
  )
  return {
    get: (table, id) => caches.get(table)?.get(id),
    set: (table, id, row) => void caches.get(table)?.set(id, row),
    clear() {
      for (const cache of caches.values()) cache.clear()
    },
  }
}
