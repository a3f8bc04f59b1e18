import { randomUUID } from 'node:crypto'
import type {
  Delivered,
  EventStore,
  Journal,
  NewEvent,
} from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import type { Limits } from '@recado/infra/event-store/limits'
import { after, type Test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { type TcpProxy, tcpProxy } from '../../kit/tcp-proxy.ts'

/** Short limits, for tests that wait until the client gives up. */
export const IMPATIENT: Partial<Limits> = {
  attemptTimeoutMs: 400,
  appendDeadlineMs: 1_500,
  silenceMs: 400,
  replaceMs: 400,
  readDeadlineMs: 800,
  resumeCapMs: 200,
}

/** Many short attempts, for tests whose connection fails and recovers. */
export const PERSISTENT: Partial<Limits> = {
  ...IMPATIENT,
  // On a busy machine a healthy server needs longer than IMPATIENT grants: each replacement would cause the next.
  replaceMs: 5_000,
  appendDeadlineMs: 60_000,
  readDeadlineMs: 60_000,
}

/** Long enough for a healthy server on a busy machine. */
const PATIENT: Partial<Limits> = { appendDeadlineMs: 60_000, readDeadlineMs: 60_000 }

export type LogUnderTest = {
  readonly store: EventStore
  readonly journal: Journal
  /** The connection between `store` and the server. */
  readonly wire: TcpProxy
  /** The same log over a connection of its own, as another process would have it. */
  readonly direct: EventStore
}

/**
 * Starts one server for the tests of a file. The returned function opens its log for one test over a connection that
 * can fail, and closes it when the test ends. Tests use streams of their own.
 */
export async function logServer(
  name: string,
): Promise<(t: Test, limits?: Partial<Limits>) => Promise<LogUnderTest>> {
  const server = await startStore(name)
  after(() => server.stop())
  return (t, limits = PATIENT) => openLog(t, server.url, limits)
}

async function openLog(t: Test, url: string, limits: Partial<Limits>): Promise<LogUnderTest> {
  const { port } = new URL(url)
  const wire = await tcpProxy(Number(port))
  const { store, journal } = connectEventStore(url.replace(port, String(wire.port)), limits)
  const { store: direct } = connectEventStore(url, PATIENT)
  t.teardown(async () => {
    await Promise.all([store.close(), direct.close()])
    await wire.close()
  })
  return { store, journal, wire, direct }
}

/** A fact without an account, recognisable by its note. */
export function noted(note: string | number = ''): NewEvent {
  return {
    id: randomUUID(),
    type: 'Noted',
    data: { note },
    metadata: {
      account_id: null,
      actor: { type: 'system', id: 'test' },
      $correlationId: 'c',
      $causationId: 'c',
      recorded_at: '2026-01-01T09:00:00.000Z',
      schema_version: 1,
      request_id: null,
    },
  }
}

/** A stream that nothing else writes to. */
export function newStream(category = 'message'): string {
  return `${category}-${randomUUID()}`
}

/** The ids of a stream's events, in order. */
export async function idsIn(store: EventStore, stream: string): Promise<string[]> {
  return (await all(store.readStream(stream))).map((event) => event.id)
}

/** Collects all items. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Passes every item of a subscription to `take` until the test ends. */
export function following(
  t: Test,
  store: EventStore,
  options: Omit<Parameters<EventStore['subscribe']>[0], 'signal'>,
  take: (item: Delivered) => Promise<void> | void,
): { ended: Promise<void>; stop(): void } {
  const stopping = new AbortController()
  const ended = (async () => {
    for await (const item of store.subscribe({ ...options, signal: stopping.signal })) {
      await take(item)
    }
  })()
  t.teardown(async () => {
    stopping.abort()
    await ended
  })
  return { ended, stop: () => stopping.abort() }
}
