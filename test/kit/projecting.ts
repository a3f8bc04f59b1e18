import { randomUUID } from 'node:crypto'
import type { Fact } from '@recado/domain/decision'
import { deliveredAs } from '@recado/infra/event-store/delivered-fact'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectionSettings } from '@recado/infra/postgres/pool'
import { applyDelivered } from '@recado/projectors/engine/apply-delivered'
import type { Checkpoint } from '@recado/projectors/engine/checkpoint'
import { openProjector } from '@recado/projectors/engine/open-projector'
import type { Projection } from '@recado/projectors/engine/projection'
import { createReadModels, readCheckpoint } from '@recado/projectors/engine/read-model-schema'
import { retryParkedEvents } from '@recado/projectors/engine/retry-parked-events'
import pg from 'pg'
import { testDatabase } from './postgres.ts'

/** Turns a fact into an event as read from the log. The position grows with each call. */
export function recorded<E extends Fact>(
  stream: string,
  fact: E,
  of: {
    account_id: string
    at?: string
    id?: string
    revision?: bigint
    position?: bigint
    more_follows?: true
  },
): RecordedEvent<E> {
  lastPosition += 100n
  const at = of.at ?? '2026-01-01T09:00:00.000Z'
  const chain = randomUUID()
  return {
    ...fact,
    id: of.id ?? randomUUID(),
    stream,
    revision: of.revision ?? 0n,
    position: of.position ?? lastPosition,
    created: at,
    metadata: {
      account_id: of.account_id,
      actor: { type: 'system', id: 'test' },
      $correlationId: chain,
      $causationId: chain,
      recorded_at: at,
      schema_version: 1,
      request_id: null,
      ...(of.more_follows && { more_follows: true }),
    },
  }
}

let lastPosition = 1_000n

/** Read models in a real database that a test feeds with facts, without a log. */
export type Projecting = {
  /** Applies facts as one batch. */
  given(...events: readonly RecordedEvent[]): Promise<{ parked: number }>
  /** Retries one step of a parked stream. @returns whether a retry was requested */
  retry(store: EventStore): Promise<boolean>
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>
  /** Goes on with empty caches. */
  restart(): Promise<void>
  /** Names of the prepared statements that read rows, since the last call. */
  reads(): readonly string[]
  readonly url: string
  readonly schema: string
  close(): Promise<void>
}

/** Creates the read models of some projections in a new database. */
export async function projecting(projections: readonly Projection[]): Promise<Projecting> {
  const database = await testDatabase('projector')
  const schema = 'read_1'
  const client = new pg.Client({
    ...connectionSettings(database.url, schema),
    pipeline: true,
  } as pg.ClientConfig)
  client.on('error', () => undefined)
  await client.connect()
  const reads = recordReads(client)
  await createReadModels(client, schema, projections)
  let projector = await openProjector(client, 0, projections)
  let checkpoint: Checkpoint = await readCheckpoint(client)
  return {
    url: database.url,
    schema,
    async given(...events) {
      const batch = events.map((event) => deliveredAs(event))
      const { to, parked } = await applyDelivered(projector, batch, checkpoint, true)
      checkpoint = to
      return { parked: parked.length }
    },
    async restart() {
      projector = await openProjector(client, 0, projections)
    },
    retry: async (store) => (await retryParkedEvents(projector, store, checkpoint)) !== null,
    async query(text, values = []) {
      return (await client.query({ text, values: [...values] })).rows
    },
    reads: () => reads.splice(0),
    async close() {
      await client.end()
      await database.drop()
    },
  }
}

/** A log of these events, for a retry of parked ones. */
export function logOf(events: readonly RecordedEvent[]): EventStore {
  async function* from(position: bigint) {
    yield* events.filter((event) => event.position >= position)
  }
  const store: Partial<EventStore> = {
    readAll: (options) => from(typeof options?.from === 'bigint' ? options.from : 0n),
    readStream: () => from(0n),
  }
  return store as EventStore
}

function recordReads(client: pg.Client): string[] {
  const names: string[] = []
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const recording = (...args: [{ readonly name?: string }, ...unknown[]]) => {
    const { name } = args[0]
    if (name?.startsWith('by-')) names.push(name)
    return query(...args)
  }
  return Object.assign(client, { query: recording }) && names
}
