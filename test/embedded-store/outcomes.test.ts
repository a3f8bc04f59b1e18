import { binaryEvent, type EventStoreDBClient } from '@eventstore/db-client'
import { test } from 'tap'
import { refusesIncomplete } from './incomplete-append.ts'
import {
  all,
  appendBy,
  events,
  failureOf,
  newStream,
  outcomeOf,
  storeUnderTest,
  WAYS,
  type Way,
} from './store-under-test.ts'

const MAX_APPEND = 1024 * 1024

// Releases of EventStoreDB differ in whether metadata and types count; the embedded store counts them.
test('an append may have up to 1 MiB of data', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    const append = appendBy(client, way)
    const type = 'Blob'
    const fits = binaryEvent({ type, data: Buffer.alloc(MAX_APPEND - 2 * type.length) })
    const larger = binaryEvent({ type, data: Buffer.alloc(MAX_APPEND + 1) })
    t.match(await append(newStream(), [fits], 'any'), { revision: 0n }, way)
    t.match(await append(newStream(), [larger], 'any'), TOO_LARGE, way)
    t.match(
      await append(newStream(), [fits, fits, fits, fits], 'any'),
      TOO_LARGE,
      `${way}: in parts`,
    )
    t.match(await append(newStream(), [fits], 'any'), { revision: 0n }, `${way}: works afterwards`)
  }
})

test('an append whose deadline has passed fails with that reason, whatever its size', async (t) => {
  const { client } = await storeUnderTest()
  const large = binaryEvent({ type: 'Blob', data: Buffer.alloc(4 * MAX_APPEND) })
  for (const way of Object.keys(WAYS) as Way[]) {
    const late = client.appendToStream(newStream(), [large], { deadline: 1, ...WAYS[way] })
    t.match(await outcomeOf(late), { error: 'deadline-exceeded' }, way)
  }
})

const TOO_LARGE = { error: 'maximum-append-size-exceeded' }

test('reading a stream that does not exist fails', async (t) => {
  const { client } = await storeUnderTest()
  t.match(await failureOf(all(client.readStream(newStream()))), { type: 'stream-not-found' })
})

test('reading a stream with a tombstone fails', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(1))
  await client.tombstoneStream(stream)
  t.match(await failureOf(all(client.readStream(stream))), {
    type: 'stream-deleted',
    streamName: stream,
  })
})

test('a refused deletion has the expected and the actual version', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(2))
  const wrong = { type: 'wrong-expected-version', streamName: stream }
  t.match(await failureOf(client.deleteStream(stream, { expectedRevision: 7n })), {
    ...wrong,
    expectedVersion: 7n,
    actualVersion: 1n,
  })
  t.match(await failureOf(client.tombstoneStream(stream, { expectedRevision: 'no_stream' })), {
    ...wrong,
    expectedVersion: -1n,
    actualVersion: 1n,
  })
})

test('reading from a position without an event fails', async (t) => {
  const { client } = await storeUnderTest()
  const { position } = await client.appendToStream(newStream(), events(1))
  await client.appendToStream(newStream(), events(1))
  const between = { commit: (position?.commit ?? 0n) + 1n, prepare: (position?.commit ?? 0n) + 1n }
  t.match(await failureOf(all(client.readAll({ fromPosition: between, maxCount: 1 }))), {
    type: 'unknown',
  })
  t.equal((await all(client.readAll({ fromPosition: 'start', maxCount: 1 }))).length, 1)
})

test('an event without a type or content type is refused with a named reason', async (t) => {
  const { client } = await storeUnderTest()
  await refusesIncomplete(t, client)
})

test('a filter that is not a valid regular expression is refused', async (t) => {
  const { client } = await storeUnderTest()
  const filter = { filterOn: 'eventType', regex: '(', checkpointInterval: 1 } as const
  const error = await subscriptionError(client, filter)
  t.match(error, { type: 'unknown', code: 2 })
})

/** The error that ends a subscription. */
function subscriptionError(
  client: EventStoreDBClient,
  filter: { filterOn: 'eventType'; regex: string; checkpointInterval: number },
): Promise<Error> {
  return new Promise((resolve) => {
    client.subscribeToAll({ filter }).once('error', resolve)
  })
}
