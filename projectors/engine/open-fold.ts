import type pg from 'pg'
import type { Fold } from './apply-batch.ts'
import { openWriters } from './flush.ts'
import { readParkedStreams } from './fold-schema.ts'
import { listTotals } from './list-positions.ts'
import type { Projection } from './projection.ts'
import { openRowCache } from './row-cache.ts'
import type { Row, Table } from './table.ts'

/** Opens the fold of projections whose tables stand in the schema of the connection. */
export async function openFold(
  client: pg.ClientBase,
  projections: readonly Projection[],
): Promise<Fold> {
  const tables = [listTotals, ...projections.flatMap((p) => p.tables)] as unknown as Table<Row>[]
  return {
    client,
    projections,
    tables,
    writers: await openWriters(client, tables),
    cache: openRowCache(tables),
    parked: await readParkedStreams(client),
  }
}
