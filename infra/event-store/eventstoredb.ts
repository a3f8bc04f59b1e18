import { processTime, type RunningTime } from '../concurrency/running-time.ts'
import { appendEvents } from './append-events.ts'
import { appendHealth } from './append-health.ts'
import { appendTurns } from './append-turns.ts'
import { type Connection, openConnection } from './connection.ts'
import { type Dialled, dialler } from './dial.ts'
import { StoreTooOld } from './errors.ts'
import type { EventStore, Journal } from './event-store.ts'
import { followLog } from './follow-log.ts'
import { journalOver } from './journal.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { headOfLog, readLog, respondsWithin } from './read-all.ts'
import { readForwards, readNewest } from './read-stream.ts'
import { removeStream } from './remove-stream.ts'

/**
 * The log in EventStoreDB (23.10 or newer) or the embedded store. Dials on the first call. Open one per process: see
 * connection.ts.
 * @param url such as `esdb://127.0.0.1:2113?tls=false`; credentials belong here, never on a call
 * @throws when the connection string cannot be read
 */
export function connectEventStore(
  url: string,
  options: Partial<Limits> = {},
): { readonly store: EventStore; readonly journal: Journal } {
  const time = processTime()
  return storeOver(dialler(url, time), options, time)
}

/** The log over connections that `dial` makes, judged by `time`. */
export function storeOver(
  dial: () => Dialled,
  options: Partial<Limits>,
  time: RunningTime,
): { readonly store: EventStore; readonly journal: Journal } {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options }
  const connection = openConnection(dial, limits, time)
  const appends = appendHealth()
  const writer = { connection, limits, turns: appendTurns(limits, time) }
  const journal = journalOver(writer)
  const store: EventStore = {
    append: (stream, expected, events) =>
      appends.watch(appendEvents(writer, stream, expected, events)),
    readStream: (stream, from = 0n, limit) => readForwards(connection, limits, stream, from, limit),
    readLast: (stream) => readNewest(connection, limits, stream),
    deleteStream: (stream) => removeStream(connection, limits, stream),
    readAll: (range) => readLog(connection, limits, range),
    head: () => headOfLog(connection, limits),
    subscribe: (subscription) => followLog(connection, limits, subscription),
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
