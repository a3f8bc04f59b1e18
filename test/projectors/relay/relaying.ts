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

/** A message of the stream, read. */
export type Published = {
  readonly seq: number
  readonly subject: string
  readonly event: Readonly<Record<string, unknown>> & { readonly id: string }
}

/** The log, NATS and relays between them, which no election keeps from running together. */
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
  /** What relays were held up by. */
  const troubles: string[] = []
  return {
    ...{ store, journal, pool, nats, troubles },
    stop: () => endAll(ends),
    /** Appends facts, each to the stream of its own. */
    async given(...facts: readonly GivenFact[]): Promise<void> {
      for (const { stream, ...fact } of facts) await journal.record(stream, [fact])
    },
    /** Starts a relay. @returns what ends it as a crash would, as far as it can tell */
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
    /** Waits until the stream ends with the fact that the log does. */
    caughtUp: () =>
      eventually(async () => {
        const [newest] = await fromAsync(
          store.readAll({ from: 'end', direction: 'backwards', limit: 1 }),
        )
        const all = await published(nats.url)
        return all.at(-1)?.event.id === newest?.id && all
      }, 60_000),
    wipe: () => jetstreamManager(nats.url, (manager) => manager.streams.delete('EVENTS')),
  }
}

export type GivenFact = NewEvent & { readonly stream: string }

/** A fact with what stands beside it. */
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

/** Everything that the stream holds, in its order; nothing while there is none. */
export async function published(url: string): Promise<Published[]> {
  const connection = await connect({ servers: url, reconnect: false, timeout: 3_000 })
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
  // A busy machine ends a fetch before its last message.
  return all.length < info.state.messages ? allOf(connection) : all
}

/** An answer that is late says nothing about what the stream holds. */
function nothingIfMissing(error: unknown): null {
  if (error instanceof NatsError && error.api_error?.code === 404) return null
  throw error
}

export async function fromAsync<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
