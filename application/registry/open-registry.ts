import { setTimeout as delay } from 'node:timers/promises'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { applyFact, REGISTRY_STREAMS, type RegistryFact } from './apply-fact.ts'
import { catchUp } from './catch-up.ts'
import { connectionsOf, type Entries, noEntries } from './entries.ts'
import { loadSnapshot, type Snapshot } from './load-snapshot.ts'
import type { Registry } from './registry.ts'
import { type Waiters, waiters } from './waiters.ts'

/** How long a start with a snapshot waits for the log; reads must work without it. */
const CATCH_UP_MS = 5_000
const PING_MS = 1_000

export type RegistryOptions = {
  readonly store: EventStore
  /** Connections whose search_path is the read models' schema; null reads the log from its start. */
  readonly pool: pg.Pool | null
  /** Receives errors: of the read models, of each lost connection to the log, and of the end of the tail. */
  readonly onTrouble?: (error: unknown) => void
}

/**
 * Opens the registry from the read models, and follows the tail of the log. When they are unavailable, empty or of
 * another log, it first reads the whole log.
 */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const snapshot = await usableSnapshot(options)
  const entries = snapshot?.entries ?? noEntries()
  const waiting = waiters(snapshot?.position ?? -1n)
  const stop = new AbortController()
  const { caughtUp, ended } = follow(options, entries, waiting, snapshot, stop.signal)
  await (snapshot === null ? caughtUp : Promise.race([caughtUp, catchUpTimeout()]))
  return {
    ...lookups(entries),
    catchUp: catchUp(options.store, waiting),
    reached: waiting.until,
    async close() {
      stop.abort()
      waiting.release()
      await ended
    },
  }
}

async function usableSnapshot({
  store,
  pool,
  onTrouble,
}: RegistryOptions): Promise<Snapshot | null> {
  if (pool === null) return null
  try {
    const snapshot = await loadSnapshot(pool)
    return snapshot !== null && (await isOfLog(store, snapshot)) ? snapshot : null
  } catch (error) {
    onTrouble?.(error)
    return null
  }
}

/** A log that does not answer is taken for the right one, so that a start does not need it. */
async function isOfLog(store: EventStore, { eventPosition, eventId }: Snapshot): Promise<boolean> {
  if (!(await store.ping(PING_MS))) return true
  return (await eventAt(store, eventPosition))?.id === eventId
}

function follow(
  { store, onTrouble }: RegistryOptions,
  entries: Entries,
  waiting: Waiters,
  snapshot: Snapshot | null,
  signal: AbortSignal,
) {
  let markCaughtUp = () => {}
  const caughtUp = new Promise<void>((resolve) => {
    markCaughtUp = resolve
  })
  const tail = async () => {
    const from = snapshot?.position ?? 'start'
    const filter = { streamPrefixes: REGISTRY_STREAMS }
    const onReconnect = (error: unknown) => onTrouble?.(error)
    for await (const item of store.subscribe({ from, filter, signal, onReconnect })) {
      if (item.kind === 'caught_up') {
        markCaughtUp()
        continue
      }
      if (item.kind === 'event') applyFact(entries, item.event as unknown as RegistryFact)
      waiting.advance(item.kind === 'event' ? item.event.position : item.position)
    }
  }
  return { caughtUp, ended: tail().catch((error) => onTrouble?.(error)) }
}

function catchUpTimeout(): Promise<void> {
  return delay(CATCH_UP_MS, undefined, { ref: false })
}

function lookups(entries: Entries): Omit<Registry, 'catchUp' | 'reached' | 'close'> {
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
    webhook: (connectionId) => entries.webhooks.get(connectionId),
    webhooks: () => entries.webhooks.values(),
    user: (id) => users.get(id),
    userByEmail: (email) => users.get(byEmail.get(email) ?? ''),
    userBySetup: (sha256) => users.get(bySetup.get(sha256) ?? ''),
  }
}
