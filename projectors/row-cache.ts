import { LRUCache } from 'lru-cache'
import type { Row } from './table.ts'

/** Committed rows kept between batches; safe because the fold is the only writer. `false`: known to be absent. */
export type RowCache = {
  get(table: string, id: string): Row | false | undefined
  set(table: string, id: string, row: Row | false): void
  clear(): void
}

/** Of each table the rows used last: those of one, such as the messages of a busy hour, do not drive out others. */
const ROWS_PER_TABLE = 10_000

/** Opens an empty cache. */
export function openRowCache(): RowCache {
  const tables = new Map<string, LRUCache<string, Row | false>>()
  return {
    get: (table, id) => tables.get(table)?.get(id),
    set(table, id, row) {
      let rows = tables.get(table)
      if (rows === undefined) {
        rows = new LRUCache({ max: ROWS_PER_TABLE })
        tables.set(table, rows)
      }
      rows.set(id, row)
    },
    clear: () => tables.clear(),
  }
}
