import { readFile } from 'node:fs/promises'
import { connectionSettings } from '@recado/infra/postgres/pool'
import pg from 'pg'
import type { Checkpoint } from './checkpoint.ts'
import type { Projection } from './projection.ts'

export const ENGINE_DDL = new URL('./engine.sql', import.meta.url)

/** Creates the read models if they are missing, over a connection of its own: other processes read them early. */
export async function prepareReadModels(
  databaseUrl: string,
  schema: string,
  projections: readonly Projection[],
): Promise<void> {
  const client = new pg.Client(connectionSettings(databaseUrl, schema))
  // A broken connection fails its query; without a listener this event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await createReadModels(client, schema, projections)
  } finally {
    await client.end()
  }
}

/** Creates the schema and every table of the read models in one transaction, unless they exist. */
export async function createReadModels(
  client: pg.ClientBase,
  schema: string,
  projections: readonly Projection[],
): Promise<void> {
  if (await exists(client, schema)) return
  const ddl = await Promise.all([ENGINE_DDL, ...projections.map((p) => p.ddl)].map(readSql))
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [schema])
    if (!(await exists(client, schema))) {
      await client.query(`create schema if not exists ${schema}`)
      await client.query(ddl.join('\n'))
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function exists(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) as found', [`${schema}.checkpoint`])
  return rows[0].found !== null
}

function readSql(file: URL): Promise<string> {
  return readFile(file, 'utf8')
}

export async function readCheckpoint(client: pg.ClientBase): Promise<Checkpoint> {
  const { rows } = await client.query('select position, event_position, event_id from checkpoint')
  const { position, event_position, event_id } = rows[0]
  return {
    position: BigInt(position),
    event_position: event_position === null ? null : BigInt(event_position),
    event_id,
  }
}

export async function markFilled(client: pg.ClientBase): Promise<void> {
  await client.query('update checkpoint set filled_at = now() where filled_at is null')
}

export async function readParkedStreams(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query('select distinct stream from parked_events')
  return new Set(rows.map((row) => row.stream))
}
