import { randomUUID } from 'node:crypto'
import type { FactMetadata, NewEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { connectNats } from '@recado/infra/nats/connect'
import { openPool } from '@recado/infra/postgres/pool'
import { type RelayOptions, relay } from '@recado/projectors/relay/run-relay'
import { connect, type NatsConnection, NatsError } from 'nats'
import { type Ends, endAll } from '../../kit/ends.ts'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { jetstreamManager } from '../../kit/jetstream-manager.ts'
import { testNats } from '../../kit/nats.ts'
import { testDatabase } from '../../kit/postgres.ts'

export const ACCOUNT = '6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01'

/** A decoded message of the stream. */
export type Published = {
  readonly seq: number
  readonly subject: string
  readonly event: Readonly<Record<string, unknown>> & { readonly id: string }
}

/** A log, NATS and relays between them; several relays may run at once because there is no leader election. */
export async function relaying(name: string) {
  const [server, database, nats] = await Promise.all([
    startStore(name, { mode: process.env.RECADO_STORE === 'hostile' ? 'hostile' : 'friendly' }),
    testDatabase(name),
    testNats(),
  ])
  const ends: Ends = [() => server.stop(), () => database.drop(), () => nats.stop()]
  const { store, journal } = connectEventStore(server.url)
  ends.push(() => store.close())
  const pool = openPool(database.url, { max: 4 })
  ends.push(() => pool.end())
  /** The errors that relays have logged. */
  const troubles: string[] = []
  return {
    ...{ store, journal, pool, nats, troubles },
    stop: () => endAll(ends),
    /** Appends each fact to its stream. */
    async given(...facts: readonly GivenFact[]): Promise<void> {
      for (const { stream, ...fact } of facts) await journal.record(stream, [fact])
    },
    /** Starts a relay. @returns a function that stops it at any point of its work */
    relay(more: Partial<RelayOptions> = {}): () => Promise<void> {
      const stopping = new AbortController()
      const connection = connectNats(nats.url, { name: 'relay' })
      const note = ({ err }: { err?: unknown }) => void troubles.push(String(err))
      const options: RelayOptions = {
        ...{ store, pool, nats: connection, content: 'ids', days: 30, now: () => new Date() },
        log: { info: () => undefined, warn: note, error: note },
        ...more,
      }
      const ended = relay(options, stopping.signal)
      const end = async () => {
        stopping.abort()
        await ended
        await connection.close()
      }
      ends.push(end)
      return end
    },
    published: () => published(nats.url),
    /** Waits until the newest event of the stream is the newest of the log. @returns all events of the stream */
    caughtUp: () =>
      eventually(async () => {
        const [newest] = await fromAsync(
          store.readAll({ from: 'end', direction: 'backwards', limit: 1 }),
        )
        const all = await published(nats.url)
        return all.at(-1)?.event.id === newest?.id && all
      }),
    wipe: () => jetstreamManager(nats.url, (manager) => manager.streams.delete('EVENTS')),
  }
}

export type GivenFact = NewEvent & { readonly stream: string }

/** A fact with its stream, id and metadata. */
export function given(
  fact: { type: string; data: object },
  more: { stream?: string; id?: string; metadata?: Partial<FactMetadata> } = {},
): GivenFact {
  const metadata: FactMetadata = {
    account_id: ACCOUNT,
    actor: { type: 'system', id: 'test' },
    $correlationId: randomUUID(),
    $causationId: randomUUID(),
    recorded_at: new Date().toISOString(),
    schema_version: 1,
    request_id: null,
    ...more.metadata,
  }
  const { stream = `message-${randomUUID()}`, id = randomUUID() } = more
  return { ...fact, id, stream, metadata }
}

/** All messages of the stream in order; empty while there is no stream. */
export async function published(url: string): Promise<Published[]> {
  const connection = await connect({ servers: url, reconnect: false, timeout: 20_000 })
  try {
    return await allOf(connection)
  } finally {
    await connection.close()
  }
}

async function allOf(connection: NatsConnection): Promise<Published[]> {
  const manager = await connection.jetstreamManager({ timeout: 20_000 })
  const info = await manager.streams.info('EVENTS').catch(nothingIfMissing)
  if (info === null || info.state.messages === 0) return []
  const consumer = await connection.jetstream().consumers.get('EVENTS')
  const all: Published[] = []
  const messages = await consumer.fetch({ max_messages: info.state.messages, expires: 5_000 })
  for await (const message of messages) {
    all.push({ seq: message.seq, subject: message.subject, event: message.json() })
    if (message.info.pending === 0) break
  }
  // On a busy machine a fetch may end before the last message.
  return all.length < info.state.messages ? allOf(connection) : all
}

/** Only a 404 means that the stream is missing; a time-out says nothing about it. */
function nothingIfMissing(error: unknown): null {
  if (error instanceof NatsError && error.api_error?.code === 404) return null
  throw error
}

export async function fromAsync<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
