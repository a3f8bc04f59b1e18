import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openServiceRegistry, openServices } from '@recado/application/services'
import { readConfig } from '@recado/infra/config'
import type { Journal, RecordedEvent } from '@recado/infra/event-store/event-store'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import { createLogger } from '@recado/infra/logger'
import { migrateVault } from '@recado/infra/vault/postgres-vault'
import type { Vault } from '@recado/infra/vault/vault'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { runDispatch } from '@recado/projectors/webhooks/dispatcher/dispatch'
import type { DispatchTimes } from '@recado/projectors/webhooks/dispatcher/dispatch-times'
import { publishFresh } from '@recado/projectors/webhooks/dispatcher/publish'
import { closing, type Ends, endAll } from '../../../kit/ends.ts'
import { startStore } from '../../../kit/event-store.ts'
import { eventually } from '../../../kit/eventually.ts'
import { testNats } from '../../../kit/nats.ts'
import { NODE_FLAGS } from '../../../kit/node-flags.ts'
import { testDatabase } from '../../../kit/postgres.ts'
import { projections } from '../../../kit/projections.ts'
import type { ProcessSettings } from './dispatcher-process.ts'

const PROGRAM = fileURLToPath(new URL('./dispatcher-process.ts', import.meta.url))

/** All that lies between a fact and a POST, on real services: log, projector, NATS, vault, registry, dispatchers. */
export async function dispatching(name: string) {
  const [server, database, vaultDatabase, nats] = await Promise.all([
    startStore(name, { mode: process.env.RECADO_STORE === 'hostile' ? 'hostile' : 'friendly' }),
    testDatabase(name),
    testDatabase(`${name}_vault`),
    testNats(),
  ])
  const log = createLogger('test', process.env.RECADO_TEST_LOG ?? 'silent')
  const environment = {
    EVENTSTORE_URL: server.url,
    DATABASE_URL: database.url,
    VAULT_URL: vaultDatabase.url,
    VAULT_KEY: randomBytes(32).toString('base64'),
    NATS_URL: nats.url,
  }
  const config = readConfig(environment)
  const ends: Ends = []
  const services = openServices({ config, log, name: 'test', closeFirst: closing(ends) }, {})
  const { store, journal, vault, pool, nats: connection } = services
  await migrateVault(config.VAULT_URL)
  const stop = new AbortController()
  const publisher = publishFresh(connection, { masterKey: config.VAULT_KEY })
  const startProjector = (signal: AbortSignal) =>
    runProjector({
      store,
      databaseUrl: database.url,
      schema: READ_SCHEMA,
      projections,
      log,
      signal,
      afterCommit: publisher.afterCommit,
    })
  let projectorStop = new AbortController()
  let projector = startProjector(projectorStop.signal)
  const registry = await openServiceRegistry(services)
  const dispatchers: Promise<void>[] = []
  const processes: (() => Promise<void>)[] = []

  return {
    /** Settings for processes that run beside this one. */
    environment,
    store,
    journal,
    vault,
    masterKey: config.VAULT_KEY,
    pool,
    nats,
    server,
    databaseUrl: database.url,
    registry,
    /** Appends facts unchanged. */
    async given(...events: readonly RecordedEvent[]): Promise<void> {
      for (const { id, type, data, metadata, stream } of events)
        await journal.record(stream, [{ id, type, data, metadata }])
    },
    /** Waits until a dispatcher has renewed its leases. */
    async prolonged(): Promise<void> {
      const until = async () =>
        (await pool.query('select max(seen_until) as until from control.dispatchers')).rows[0].until
      const before = await until()
      await eventually(async () => (await until()) > before)
    },
    /**
     * Starts a dispatcher, by default on this journal, read models and vault.
     * @returns a function that stops it gracefully
     */
    dispatcher(
      times: Partial<DispatchTimes> = {},
      over: Journal = journal,
      readModels = pool,
      secrets: Pick<Vault, 'get'> = vault,
    ): () => Promise<void> {
      const stopOne = new AbortController()
      const timeoutMs = times.timeoutMs ?? 30_000
      const client = webhookClient({ isAllowed: addressPolicy(['127.0.0.0/8']), timeoutMs })
      const ended = runDispatch({
        store,
        journal: over,
        commands: { store, cache: aggregateCache(), mutex: streamMutex() },
        pool: readModels,
        nats: connection,
        masterKey: config.VAULT_KEY,
        registry,
        vault: secrets,
        client,
        log,
        signal: AbortSignal.any([stop.signal, stopOne.signal]),
        times: {
          schedule: [0, 50, 50],
          timeoutMs,
          leaseMs: 60_000,
          renewMs: 100,
          sweepMs: 100,
          restMs: 20,
          ...times,
        },
      }).then(() => client.close())
      dispatchers.push(ended)
      return async () => {
        stopOne.abort()
        await ended
      }
    },
    /** Starts a dispatcher in its own process. @returns a function that kills it with SIGKILL */
    dispatcherProcess(leaseMs: number, times: Partial<DispatchTimes> = {}): () => Promise<void> {
      const settings: ProcessSettings = { environment, times: { leaseMs, ...times } }
      const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAM, JSON.stringify(settings)], {
        stdio: 'ignore',
      })
      const ended = once(child, 'exit')
      const kill = async () => {
        child.kill('SIGKILL')
        await ended
      }
      processes.push(kill)
      return kill
    },
    /** Drops the read models and reads the log again from its start. */
    async rebuild(): Promise<void> {
      projectorStop.abort()
      await projector
      await pool.query(`drop schema ${READ_SCHEMA} cascade`)
      projectorStop = new AbortController()
      projector = startProjector(projectorStop.signal)
    },
    /** Replaces the served tables by a copy, as a rebuild does, after running `change` on the copy. */
    async exchange(change: string): Promise<void> {
      projectorStop.abort()
      await projector
      const { rows } = await pool.query<{ name: string }>(
        'select tablename as name from pg_tables where schemaname = $1',
        [READ_SCHEMA],
      )
      const copies = rows.map(
        ({ name }) =>
          `create table read_next.${name} (like ${READ_SCHEMA}.${name} including all);
           insert into read_next.${name} select * from ${READ_SCHEMA}.${name};`,
      )
      await pool.query(`create schema read_next; ${copies.join('')}
        set local search_path to read_next; ${change};
        alter schema ${READ_SCHEMA} rename to read_before;
        alter schema read_next rename to ${READ_SCHEMA}`)
      projectorStop = new AbortController()
      projector = startProjector(projectorStop.signal)
    },
    /** Waits for a delivery list that satisfies the predicate. */
    async deliveries(
      connectionId: string,
      fits: (rows: Delivery[]) => boolean,
    ): Promise<Delivery[]> {
      return eventually(async () => {
        const { rows } = await pool.query<Delivery>(
          'select * from deliveries where connection_id = $1 order by ordinal',
          [connectionId],
        )
        if (!fits(rows)) throw new Error(`deliveries are ${JSON.stringify(rows, null, 1)}`)
        return rows
      })
    },
    async close(): Promise<void> {
      for (const kill of processes) await kill()
      stop.abort()
      projectorStop.abort()
      await Promise.all([...dispatchers, projector])
      await endAll(ends)
      await Promise.all([nats.stop(), server.stop()])
      await Promise.all([database.drop(), vaultDatabase.drop()])
    },
  }
}

export type Delivery = {
  id: string
  status: string
  attempts: number
  last_status: number | null
  last_error: string | null
  event: string
}
