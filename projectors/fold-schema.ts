import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Checkpoint } from './apply-batch.ts'
import type { Projection } from './projection.ts'

const FOLD_DDL = new URL('./fold.sql', import.meta.url)

/** Creates the schema and every table of the read models in one transaction, unless they stand already. */
export async function createReadModels(
  client: pg.ClientBase,
  schema: string,
  projections: readonly Projection[],
): Promise<void> {
  const { rows } = await client.query('select to_regclass($1) as found', [`${schema}.checkpoint`])
  if (rows[0].found !== null) return
  const ddl = await Promise.all([FOLD_DDL, ...projections.map((p) => p.ddl)].map(readSql))
  await client.query('begin')
  await client.query(`create schema if not exists ${schema}`)
  await client.query(ddl.join('\n'))
  await client.query('commit')
}

function readSql(file: URL): Promise<string> {
  return readFile(file, 'utf8')
}

/** How far the read models are. */
export async function readCheckpoint(client: pg.ClientBase): Promise<Checkpoint> {
  const { rows } = await client.query('select position, event_position, event_id from checkpoint')
  const { position, event_position, event_id } = rows[0]
  return {
    position: BigInt(position),
    event_position: event_position === null ? null : BigInt(event_position),
    event_id,
  }
}

/** Streams that wait for an operator. */
export async function readParkedStreams(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query('select distinct stream from parked_events')
  return new Set(rows.map((row) => row.stream))
}
