import { test } from 'tap'
import {
  all,
  appendBy,
  events,
  failureOf,
  idsIn,
  newStream,
  storeUnderTest,
} from './store-under-test.ts'

test('a deleted stream reads as missing and continues after its last revision', async (t) => {
  const { client } = await storeUnderTest()
  const append = appendBy(client, 'batch append')
  const stream = newStream()
  await client.setStreamMetadata(stream, { maxAge: 1000, owner: 'me' } as { maxAge: number })
  await append(stream, events(3), 'no_stream')
  const { position } = await client.deleteStream(stream, { expectedRevision: 2n })
  t.ok(position, 'a deletion is an event of the log')
  t.match(await failureOf(all(client.readStream(stream))), { type: 'stream-not-found' })

  const again = events(2)
  t.match(await append(stream, again, 'no_stream'), { revision: 4n })
  t.same(
    await idsIn(client, stream),
    again.map(({ id }) => id),
  )
  const { metadata } = await client.getStreamMetadata(stream)
  t.match(metadata, { truncateBefore: 3 }, 'the old events stay hidden')
})

test('a deleted stream still recognises repeated appends', async (t) => {
  const { client } = await storeUnderTest()
  const append = appendBy(client, 'batch append')
  const stream = newStream()
  const written = events(2)
  const first = await append(stream, written, 'no_stream')
  await client.deleteStream(stream)
  t.same(await append(stream, written, 'no_stream'), { ...first, position: undefined })
  t.match(await append(stream, events(1), 'stream_exists'), { error: 'stream-deleted' })
})

test('deleting a stream without events and metadata is refused', async (t) => {
  const { client } = await storeUnderTest()
  t.match(await failureOf(client.deleteStream(newStream())), { type: 'wrong-expected-version' })
})

test('a tombstone is permanent', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(1))
  await client.tombstoneStream(stream, { expectedRevision: 0n })
  t.match(await failureOf(client.deleteStream(stream)), { type: 'stream-deleted' })
  t.match(await failureOf(client.tombstoneStream(stream)), { type: 'stream-deleted' })
  t.match(await failureOf(client.appendToStream(stream, events(1))), { type: 'stream-deleted' })
  t.match(await failureOf(client.setStreamMetadata(stream, { maxCount: 1 })), {
    type: 'stream-deleted',
  })
})

test('a tombstone is in $all with the highest possible revision', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(1))
  const { position } = await client.tombstoneStream(stream)
  if (!position) throw new Error('a tombstone answers its position')
  const [found] = await all(client.readAll({ fromPosition: position, maxCount: 1 }))
  t.match(found?.event, { type: '$streamDeleted', streamId: stream, revision: 2n ** 63n - 1n })
})

test('deleted events stay in $all', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  const [event] = events(1)
  const { position } = await client.appendToStream(stream, [event as NonNullable<typeof event>])
  await client.deleteStream(stream)
  if (!position) throw new Error('an append answers its position')
  const [found] = await all(client.readAll({ fromPosition: position, maxCount: 1 }))
  t.equal(found?.event?.id, event?.id)
})
