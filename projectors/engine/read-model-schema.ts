import { readFile } from 'node:fs/promises'
import { connectionSettings } from '@recado/infra/postgres/pool'
import pg from 'pg'
import type { Checkpoint } from './checkpoint.ts'
import type { Projection } from './projection.ts'

export const ENGINE_DDL = new URL('./engine.sql', import.meta.url)

/**
 * Creates the read models if they are missing, over a connection of its own: other processes read them early.
 * @returns how many partitions they have
 */
export async function prepareReadModels(
  databaseUrl: string,
  schema: string,
  projections: readonly Projection[],
  partitions: number,
): Promise<number> {
  const client = new pg.Client(connectionSettings(databaseUrl, schema))
  // A broken connection fails its query; without a listener this event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await createReadModels(client, schema, projections, partitions)
    return await countPartitions(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates the schema and every table of the read models in one transaction, unless they exist.
 * @param partitions their number; tables that exist keep theirs
 */
export async function createReadModels(
  client: pg.ClientBase,
  schema: string,
  projections: readonly Projection[],
  partitions = 1,
): Promise<void> {
  if (await exists(client, schema)) return
  const ddl = await Promise.all([ENGINE_DDL, ...projections.map((p) => p.ddl)].map(readSql))
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [schema])
    if (!(await exists(client, schema))) {
      await client.query(`create schema if not exists ${schema}`)
      await client.query(ddl.join('\n'))
      await client.query(FIRST_CHECKPOINTS, [partitions])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const FIRST_CHECKPOINTS = `insert into checkpoint (partition, position)
  select partition, -1 from generate_series(0, $1::integer - 1) partition`

/** How many partitions the tables have. */
export async function countPartitions(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query('select count(*)::integer as count from checkpoint')
  return rows[0].count
}

async function exists(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) as found', [`${schema}.checkpoint`])
  return rows[0].found !== null
}

function readSql(file: URL): Promise<string> {
  return readFile(file, 'utf8')
}

export async function readCheckpoint(client: pg.ClientBase, partition = 0): Promise<Checkpoint> {
  const { rows } = await client.query(
    'select position, event_position, event_id from checkpoint where partition = $1',
    [partition],
  )
  const { position, event_position, event_id } = rows[0]
  return {
    position: BigInt(position),
    event_position: event_position === null ? null : BigInt(event_position),
    event_id,
  }
}

export async function markFilled(client: pg.ClientBase, partition = 0): Promise<void> {
  const text = 'update checkpoint set filled_at = now() where filled_at is null and partition = $1'
  await client.query(text, [partition])
}

export async function readParkedStreams(
  client: pg.ClientBase,
  partition: number,
): Promise<Set<string>> {
  const text = 'select distinct stream from parked_events where partition = $1'
  const { rows } = await client.query(text, [partition])
  return new Set(rows.map((row) => row.stream))
}
