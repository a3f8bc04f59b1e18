import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { LogDiverged } from '@recado/projectors/engine/run-projector'
import type pg from 'pg'

/** The position of the last event that a schema shows; -1 before the first. */
export type Place = bigint

/** What runs the queries of a rebuild. */
export type Queries = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>

/** Whether a schema of read models exists. */
export async function schemaExists(client: Queries, schema: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [
    `${schema}.checkpoint`,
  ])
  return rows[0].found
}

/** Whether a schema shows everything up to a place, in each of its partitions. */
export async function isFilledTo(client: Queries, schema: string, place: Place): Promise<boolean> {
  const text = `select min(position) >= $1 as filled from ${schema}.checkpoint`
  return (await client.query<{ filled: boolean }>(text, [place])).rows[0]?.filled === true
}

/** The place of a schema, as far as its furthest partition. */
export async function placeOf(client: Queries, schema: string): Promise<Place> {
  return (await checkpointOf(client, schema)).position
}

/** The place of a schema whose last event this log has. @throws LogDiverged */
export async function placeInLog(
  client: Queries,
  schema: string,
  store: Pick<EventStore, 'readAll'>,
): Promise<Place> {
  const { position, id } = await checkpointOf(client, schema)
  if (position < 0n) return position
  if ((await eventAt(store, position))?.id !== id) throw new LogDiverged(schema)
  return position
}

async function checkpointOf(client: Queries, schema: string) {
  const { rows } = await client.query<{ at: number | null; id: string | null }>(
    `select event_position as at, event_id as id from ${schema}.checkpoint
      order by event_position desc nulls last limit 1`,
  )
  return { position: BigInt(rows[0]?.at ?? -1), id: rows[0]?.id ?? null }
}
