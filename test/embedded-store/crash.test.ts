import { randomUUID } from 'node:crypto'
import { type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import pg from 'pg'
import { type Test, test } from 'tap'
import { startStore, type TestStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { all, clientOf, events, idsIn, newStream } from './store-under-test.ts'

const WRITERS = 16

test('a kill under load loses no acknowledged event, and a retry duplicates none', async (t) => {
  const store = await storeFor(t)
  const load = underLoad(t, store.url)
  for (let crash = 0; crash < 2; crash += 1) {
    const enough = load.acknowledged().length + 300
    await eventually(() => load.acknowledged().length >= enough)
    await store.kill()
    await store.restart()
  }
  const after = load.acknowledged().length + 300
  await eventually(() => load.acknowledged().length >= after)
  await load.stop()
  await agrees(t, clientOf(t, store.url), load)
})

test('lost connections to Postgres are recovered from, without a commit in doubt', async (t) => {
  const store = await storeFor(t)
  const load = underLoad(t, store.url)
  for (let cut = 0; cut < 10; cut += 1) {
    const enough = load.acknowledged().length + 100
    await eventually(() => load.acknowledged().length >= enough)
    await terminateBackends(store.databaseUrl)
  }
  await load.stop()
  await agrees(t, clientOf(t, store.url), load)
})

test('a live subscription survives the loss of Postgres', async (t) => {
  const store = await storeFor(t)
  const client = clientOf(t, store.url)
  const stream = newStream()
  const seen: string[] = []
  const subscription = client.subscribeToStream(stream)
  subscription.on('data', ({ event }) => seen.push(event?.id ?? ''))
  t.teardown(() => subscription.unsubscribe())
  const [one, other] = [events(1), events(1)]
  await client.appendToStream(stream, one)
  await eventually(() => seen.length === 1)
  await terminateBackends(store.databaseUrl)
  await client.appendToStream(stream, other)
  await eventually(() => seen.length === 2)
  t.same(
    seen,
    [...one, ...other].map(({ id }) => id),
  )
})

test('only one store writes: a second one takes over, and the first cannot write', async (t) => {
  const store = await storeFor(t)
  const client = clientOf(t, store.url)
  const stream = newStream()
  await client.appendToStream(stream, events(1))
  await usurp(store.databaseUrl)
  const written = events(1)
  await eventually(() => client.appendToStream(stream, written, { expectedRevision: 0n }))
  t.equal((await idsIn(client, stream)).length, 2, 'it became the writer again')
})

async function storeFor(t: Test): Promise<TestStore> {
  const store = await startStore('crash')
  t.teardown(() => store.stop())
  return store
}

/** Streams that grow by one event at a time; each append is retried with the same id and revision. */
type Load = {
  /** Ids in order of acknowledgement. */
  acknowledged(): readonly string[]
  readonly streams: ReadonlyMap<string, readonly string[]>
  stop(): Promise<void>
}

function underLoad(t: Test, url: string): Load {
  const client = clientOf(t, url)
  const acknowledged: string[] = []
  const streams = new Map<string, string[]>()
  let stopping = false
  const write = async () => {
    const ids: string[] = []
    const stream = newStream('load')
    streams.set(stream, ids)
    while (!stopping) {
      const id = randomUUID()
      await appendUntilAnswered(client, stream, ids.length, id)
      ids.push(id)
      acknowledged.push(id)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  const stop = async () => {
    stopping = true
    await Promise.all(writers)
  }
  t.teardown(stop)
  return { acknowledged: () => acknowledged, streams, stop }
}

/** Retries until the append is acknowledged; a wrong version means a lost or duplicated event, and ends the load. */
async function appendUntilAnswered(
  client: EventStoreDBClient,
  stream: string,
  revision: number,
  id: string,
): Promise<void> {
  const event = jsonEvent({ id, type: 'Counted', data: { revision } })
  const expectedRevision = revision === 0 ? 'no_stream' : BigInt(revision - 1)
  await eventually(async () => {
    const answered = await client
      .appendToStream(stream, event, { expectedRevision })
      .catch((error) => {
        if (error.type === 'wrong-expected-version') return { wrong: error as Error }
        throw error
      })
    if ('wrong' in answered) throw new Error(`impossible refusal: ${answered.wrong.message}`)
    return true
  })
}

/** Asserts that every stream has exactly the acknowledged events, and that the log has them once each. */
async function agrees(t: Test, client: EventStoreDBClient, load: Load): Promise<void> {
  for (const [stream, ids] of load.streams) t.same(await idsIn(client, stream), ids)
  const log = (await all(client.readAll())).flatMap(({ event }) => event?.id ?? [])
  t.equal(new Set(log).size, log.length, 'no duplicate ids')
  t.equal(log.length, load.acknowledged().length + 1, 'and nothing else except the first event')
}

async function terminateBackends(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

/** Does what a second store does when it starts. */
async function usurp(databaseUrl: string): Promise<void> {
  await query(databaseUrl, 'update writer set epoch = epoch + 1')
}

async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}
