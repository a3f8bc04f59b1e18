import { setTimeout as sleep } from 'node:timers/promises'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Logger } from '@recado/infra/logger'
import type pg from 'pg'
import { isTableMissing } from '../read-models/rows-if-table-exists.ts'
import { catchUp } from './catch-up.ts'
import { connectionsOf, type Entries, emptyEntries } from './entries.ts'
import { followTail } from './follow-tail.ts'
import { loadSnapshot, type Snapshot } from './load-snapshot.ts'
import type { Registry } from './registry.ts'
import { waiters } from './waiters.ts'

/** How long a start with a snapshot waits for the log, ms: reads must work without the log. */
const MAX_START_WAIT_MS = 5_000
const MAX_PING_MS = 1_000

export type RegistryOptions = {
  readonly store: EventStore
  /** Connections whose search_path is the read models' schema; null reads the log from its start. */
  readonly pool: pg.Pool | null
  readonly log: Logger
  /** Called when the registry no longer follows the log: from then on it is out of date, so the process must end. */
  readonly onEnd: (error: unknown) => void
}

/**
 * Opens the registry from the read models, and follows the tail of the log. When they are unavailable, empty or of
 * another log, it first reads the whole log.
 * @throws the reason why the log cannot be followed
 */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const snapshot = await usableSnapshot(options)
  const entries = snapshot?.entries ?? emptyEntries()
  const waiting = waiters(snapshot?.position ?? -1n)
  const stop = new AbortController()
  const { signal } = stop
  const { caughtUp, ended } = followTail({ ...options, entries, waiting, snapshot, signal })
  await Promise.race([caughtUp, ended, ...(snapshot === null ? [] : [catchUpTimeout()])])
  let follows = true
  const closed = ended.catch((error) => {
    follows = false
    options.onEnd(error)
  })
  const catchUpWithLog = catchUp(options.store, waiting)
  return {
    ...lookups(entries),
    catchUp: async () => follows && (await catchUpWithLog()) && follows,
    waitUntil: waiting.waitUntil,
    async close() {
      stop.abort()
      waiting.release()
      await closed
    },
  }
}

async function usableSnapshot({ store, pool, log }: RegistryOptions): Promise<Snapshot | null> {
  if (pool === null) return null
  try {
    const snapshot = await loadSnapshot(pool)
    return snapshot !== null && (await isOfLog(store, snapshot)) ? snapshot : null
  } catch (err) {
    const why = 'the registry is read from the log, because the read models are'
    if (isTableMissing(err)) log.info(`${why} not created yet`)
    else log.warn({ err }, `${why} unavailable`)
    return null
  }
}

/**
 * Whether a snapshot is of this log. A log that does not answer counts as the right one, so that a start does not need
 * it; the tail compares again as soon as the log answers.
 */
async function isOfLog(store: EventStore, { eventPosition, eventId }: Snapshot): Promise<boolean> {
  if (!(await store.ping(MAX_PING_MS))) return true
  return (await eventAt(store, eventPosition))?.id === eventId
}

function catchUpTimeout(): Promise<void> {
  return sleep(MAX_START_WAIT_MS, undefined, { ref: false })
}

function lookups(entries: Entries): Omit<Registry, 'catchUp' | 'waitUntil' | 'close'> {
  const { accounts, keys, connections, byAccount, byWaba, byHook, byPhoneNumberId, bySession } =
    entries
  const { users, byEmail, bySetup } = entries
  return {
    account: (id) => accounts.get(id),
    apiKey: (sha256) => keys.get(sha256),
    connection: (id) => connections.get(id),
    connectionsOf: (accountId) => connectionsOf(entries, byAccount.get(accountId)),
    connectionByPhoneNumberId: (id) => connections.get(byPhoneNumberId.get(id) ?? ''),
    connectionsOfWaba: (wabaId) => connectionsOf(entries, byWaba.get(wabaId)),
    connectionsOfHook: (hook) => connectionsOf(entries, byHook.get(hook)),
    connectionBySession: (session) => connections.get(bySession.get(session) ?? ''),
    connections: () => [...connections.values()].filter(({ released }) => !released),
    gateway: (id) => entries.gateways.get(id),
    gateways: () => entries.gateways.values(),
    webhook: (connectionId) => entries.webhooks.get(connectionId),
    webhooks: () => entries.webhooks.values(),
    user: (id) => users.get(id),
    userByEmail: (email) => users.get(byEmail.get(email) ?? ''),
    userBySetup: (sha256) => users.get(bySetup.get(sha256) ?? ''),
  }
}
