import { randomUUID } from 'node:crypto'
import {
  type AppendExpectedRevision,
  type AppendResult,
  type Credentials,
  type EventData,
  EventStoreDBClient,
  jsonEvent,
} from '@eventstore/db-client'
import { t as file, type Test } from 'tap'
import { contractStore } from '../kit/event-store.ts'

/** A client of the store that is closed when the test ends. */
export function clientOf(t: Test, url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url)
  t.teardown(() => client.dispose())
  return client
}

/** The store that all tests of a file share, and a client; both end with the file. */
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

/** Events with different ids. */
export function events(count: number, type = 'Noted'): EventData[] {
  return Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }))
}

/**
 * The two ways in which the Node client appends: with credentials in the call it does not use its batch stream.
 * Without TLS it does not send the credentials; with TLS they must be those of the server under test.
 */
export const WAYS = {
  'batch append': {},
  'plain append': { credentials: loginOf(process.env.EVENTSTORE_URL ?? '') },
} as const

function loginOf(url: string): Credentials {
  const [, username = 'admin', password = 'changeit'] = /\/\/([^:@/?]*):([^/?]*)@/.exec(url) ?? []
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

export type Way = keyof typeof WAYS

/** The outcome of an append as a value: the revision and position, or the type of the error. */
export type Outcome =
  | { revision: bigint; position: bigint | undefined }
  | { error: string; current?: unknown; expected?: unknown }

/** Awaits an append. @returns its outcome */
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

/** Collects all items. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The ids of a stream's readable events, in order. */
export async function idsIn(client: EventStoreDBClient, stream: string): Promise<string[]> {
  return (await all(client.readStream(stream))).flatMap(({ event }) => event?.id ?? [])
}

/** The error that a promise is rejected with. @throws if it is fulfilled */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => null,
    (error: Error) => error,
  )
  if (!outcome) throw new Error('it should have failed')
  return outcome
}
