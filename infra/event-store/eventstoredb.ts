import { processTime, type RunningTime } from '../concurrency/running-time.ts'
import type { FactKeys } from '../sealing/fact-keys.ts'
import { appendEvents } from './append-events.ts'
import { appendHealth } from './append-health.ts'
import { appendTurns } from './append-turns.ts'
import { type Connection, openConnection } from './connection.ts'
import type { FactCounts } from './delivered-fact.ts'
import { type Dialled, dialler } from './dial.ts'
import { StoreTooOld } from './errors.ts'
import type { EventStore, Journal } from './event-store.ts'
import { followers } from './follow-log.ts'
import { journalOver } from './journal.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { headOfLog, readLog, respondsWithin } from './read-all.ts'
import { readForwards, readNewest } from './read-stream.ts'
import { removeStream } from './remove-stream.ts'
import { sealingWith } from './sealing.ts'
import { subscribeOnce } from './subscribe-once.ts'

/** As much as the batches of a projector hold, about 2,000 facts. */
const MAX_WAITING_BYTES = 2 * 1024 * 1024

export type StoreOptions = Partial<Limits> & {
  /** The keys of personal parts. Without them facts are appended as they are, and read as they are stored. */
  readonly keys?: FactKeys
}

export type Log = {
  readonly store: EventStore
  readonly journal: Journal
  /** What the subscriptions of `store` have brought until now. */
  readonly followed: Readonly<FactCounts>
}

/**
 * The log in EventStoreDB (23.10 or newer) or the embedded store. Dials on the first call. Open one per process: see
 * connection.ts.
 * @param url such as `esdb://127.0.0.1:2113?tls=false`; credentials belong here, never on a call
 * @throws when the connection string cannot be read
 */
export function connectEventStore(url: string, options: StoreOptions = {}): Log {
  const time = processTime()
  return storeOver(dialler(url, time), options, time)
}

/** The log over connections that `dial` makes, judged by `time`. */
export function storeOver(
  dial: () => Dialled,
  { keys, ...given }: StoreOptions,
  time: RunningTime,
): Log {
  const limits: Limits = { ...DEFAULT_LIMITS, ...given }
  const connection = openConnection(dial, limits, time, keys ? sealingWith(keys) : null)
  const appends = appendHealth()
  const writer = { connection, limits, turns: appendTurns(limits, time) }
  const journal = journalOver(writer)
  const followed: FactCounts = { received: 0, parsed: 0 }
  const store: EventStore = {
    append: (stream, expected, events) =>
      appends.watch(appendEvents(writer, stream, expected, events)),
    readStream: (stream, from = 0n, limit) => readForwards(connection, limits, stream, from, limit),
    readLast: (stream) => readNewest(connection, limits, stream),
    deleteStream: (stream) => removeStream(connection, limits, stream),
    readAll: (range) => readLog(connection, limits, range),
    head: () => headOfLog(connection, limits),
    subscribe: followers({
      ...{ head: () => headOfLog(connection, limits), resumeCapMs: limits.resumeCapMs },
      subscribe: (...given) => subscribeOnce(connection, limits, ...given, followed),
      assertOpen: connection.assertOpen,
      maxWaitingBytes: MAX_WAITING_BYTES,
    }),
    async ping(timeoutMs) {
      const isUp = await respondsWithin(connection, limits, timeoutMs)
      if (!isUp) appends.forget()
      return isUp
    },
    refusesAppends: appends.isRefusing,
    assertNewEnough: () => assertUsable(connection),
    close: () => connection.close(),
  }
  return {
    store,
    followed,
    journal: { record: (...given) => appends.watch(journal.record(...given)) },
  }
}

const VERSION_MS = 5_000

async function assertUsable(connection: Connection): Promise<void> {
  try {
    await connection.ready(VERSION_MS)
  } catch (error) {
    if (error instanceof StoreTooOld) throw error
  }
}
