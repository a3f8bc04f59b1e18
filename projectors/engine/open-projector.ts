import type pg from 'pg'
import type { Projector } from './apply-batch.ts'
import { readErased } from './erased-accounts.ts'
import { listTotals } from './list-positions.ts'
import type { Projection } from './projection.ts'
import { readParkedStreams } from './read-model-schema.ts'
import { openRowCache } from './row-cache.ts'
import type { Row, Table } from './table.ts'
import { openWriters } from './write-rows.ts'

export async function openProjector(
  client: pg.ClientBase,
  partition: number,
  projections: readonly Projection[],
): Promise<Projector> {
  const tables = [listTotals, ...projections.flatMap((p) => p.tables)] as unknown as Table<Row>[]
  return {
    client,
    partition,
    projections,
    tables,
    writers: await openWriters(client, tables),
    cache: openRowCache(tables),
    parked: await readParkedStreams(client, partition),
    erased: await readErased(client),
  }
}
