import { randomUUID } from 'node:crypto'
import {
  type AppendExpectedRevision,
  type AppendResult,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
} from '@eventstore/db-client'
import { t as file, type Test } from 'tap'
import { contractStore } from '../../kit/event-store.ts'

/** A client of the store that is closed when the test ends. */
export function clientOf(t: Test, url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  t.teardown(() => client.dispose())
  return client
}

/** The store all tests of one file share, and a client of it; both end with the file. */
export function storeUnderTest(): Promise<{ client: EventStoreDBClient; url: string }> {
  shared ??= begin()
  return shared
}

let shared: ReturnType<typeof begin> | undefined

async function begin() {
  const store = await contractStore('contract')
  const client = EventStoreDBClient.connectionString(store.url)
  file.teardown(async () => {
    await client.dispose()
    await store.stop()
  })
  return { client, url: store.url }
}

/** A stream that nothing else writes to. */
export function newStream(category = 'thing'): string {
  return `${category}-${randomUUID()}`
}

/** Events told apart by their ids. */
export function events(count: number, type = 'Noted'): EventData[] {
  return Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }))
}

/**
 * The two ways a client can append. Credentials in a call make the Node client leave the batch stream; without
 * TLS it does not send them.
 */
export const WAYS = {
  'batch append': {},
  'plain append': { credentials: { username: 'admin', password: 'changeit' } },
} as const

export type Way = keyof typeof WAYS

/** One append, with what came of it as a value: the revision and position, or the type of the error. */
export type Outcome =
  | { revision: bigint; position: bigint | undefined }
  | { error: string; current?: unknown; expected?: unknown }

/** Appends and tells the outcome. */
export async function outcomeOf(append: Promise<AppendResult>): Promise<Outcome> {
  try {
    const { nextExpectedRevision, position } = await append
    return { revision: nextExpectedRevision, position: position?.commit }
  } catch (error) {
    const { type, actualVersion, expectedVersion } = error as Record<string, unknown>
    if (type === undefined) throw error
    return { error: String(type), current: actualVersion, expected: expectedVersion }
  }
}

/** Appends in one of the two ways. */
export function appendBy(client: EventStoreDBClient, way: Way) {
  return (stream: string, data: EventData[], expectedRevision: AppendExpectedRevision) =>
    outcomeOf(client.appendToStream(stream, data, { expectedRevision, ...WAYS[way] }))
}

/** Everything there is. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The ids of a stream's readable events, in order. */
export async function idsIn(client: EventStoreDBClient, stream: string): Promise<string[]> {
  return (await all(client.readStream(stream))).flatMap(({ event }) => event?.id ?? [])
}

/** The error a promise ends with. @throws when it ends well */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => null,
    (error: Error) => error,
  )
  if (!outcome) throw new Error('it should have failed')
  return outcome
}
