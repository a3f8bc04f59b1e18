import type { EventData } from '@eventstore/db-client'
import pg from 'pg'
import { type Test, test } from 'tap'
import { startStore, type TestStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import {
  all,
  appendBy,
  clientOf,
  events,
  failureOf,
  idsIn,
  newStream,
  outcomeOf,
  WAYS,
  type Way,
} from './store-under-test.ts'

test('a slow commit is answered once with a time-out, although it may still be written', async (t) => {
  const store = await storeFor(t)
  const client = clientOf(t, store.url)
  const append = appendBy(client, 'batch append')
  const stream = newStream()
  const written = events(1)
  const release = await blockWrites(t, store)
  const answers = await Promise.all([
    append(stream, written, 'no_stream'),
    appendBy(client, 'plain append')(newStream(), events(1), 'any'),
    append(newStream(), [], 'any'),
  ])
  t.match(answers, [{ error: 'deadline-exceeded' }, { error: 'timeout' }, { error: /deadline/ }])
  await release()
  t.match(await append(stream, written, 'no_stream'), { revision: 0n }, 'a retry is safe')
  t.equal((await idsIn(client, stream)).length, 1)
})

test('a shorter deadline of the client is respected', async (t) => {
  const store = await storeFor(t)
  const client = clientOf(t, store.url)
  await client.appendToStream(newStream(), events(1))
  await blockWrites(t, store)
  const [long, short] = ['long', 'short']
  const order: string[] = []
  const append = async (name: string, deadline: number) => {
    await outcomeOf(client.appendToStream(newStream(), events(1), { deadline }))
    order.push(name)
  }
  await Promise.all([append(long, 10_000), append(short, 100)])
  t.same(order, [short, long])
})

test('without Postgres calls fail as unavailable, and succeed when it is back', async (t) => {
  const store = await storeFor(t)
  const client = clientOf(t, store.url)
  const stream = newStream()
  const written = events(1)
  await client.appendToStream(stream, written)
  await closeDatabase(store)
  const refusal = async (way: Way, batch: EventData[]) =>
    failureOf(client.appendToStream(newStream(), batch, WAYS[way]))
  await eventually(async () => (await refusal('plain append', events(1))).message.includes('14'))
  t.match(
    await refusal('batch append', events(1)),
    { type: 'unknown' },
    'as EventStoreDB reports it',
  )
  t.match(await failureOf(all(client.readStream(stream))), { type: 'unavailable' })
  await openDatabase(store)
  const more = events(1)
  await eventually(() => client.appendToStream(stream, more, { expectedRevision: 0n }))
  t.equal((await idsIn(client, stream)).length, 2)
})

async function storeFor(t: Test): Promise<TestStore> {
  const store = await startStore('outage')
  t.teardown(() => store.stop())
  return store
}

/** Holds locks that block every commit. @returns a function that releases them */
async function blockWrites(t: Test, { databaseUrl }: TestStore): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  client.on('error', () => undefined)
  t.teardown(() => client.end().catch(() => undefined))
  await client.query('begin; lock table events in exclusive mode; lock table writer')
  return async () => {
    await client.query('commit')
  }
}

function closeDatabase(store: TestStore): Promise<void> {
  return administer(store, (name) => [
    `alter database "${name}" allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  ])
}

function openDatabase(store: TestStore): Promise<void> {
  return administer(store, (name) => [`alter database "${name}" allow_connections true`])
}

/** Runs statements about the store's database on another database of the server. */
async function administer(
  { databaseUrl }: TestStore,
  statements: (name: string) => string[],
): Promise<void> {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statement of statements(name)) await client.query(statement)
  await client.end()
}
