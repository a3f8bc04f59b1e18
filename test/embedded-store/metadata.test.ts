import { BACKWARDS, END, type EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { all, events, failureOf, newStream, storeUnderTest } from './store-under-test.ts'

test('the limits of a stream hide its older events', async (t) => {
  const { client } = await storeUnderTest()
  const limits = [
    { limit: { maxCount: 3 }, readable: [7, 8, 9] },
    { limit: { truncateBefore: 8 }, readable: [8, 9] },
    { limit: { truncateBefore: 5, maxCount: 2 }, readable: [8, 9] },
    { limit: { truncateBefore: 99 }, readable: [] },
  ]
  for (const { limit, readable } of limits) {
    const stream = newStream()
    await client.appendToStream(stream, events(10))
    await client.setStreamMetadata(stream, limit)
    t.same(await revisions(client, stream), readable, JSON.stringify(limit))
    const next = await client.appendToStream(stream, events(1), { expectedRevision: 9n })
    t.equal(next.nextExpectedRevision, 10n, 'the last revision never changes')
  }
})

test('events older than the maximum age are hidden', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(2))
  await client.setStreamMetadata(stream, { maxAge: 1 })
  await eventually(async () => (await revisions(client, stream)).length === 0)
  await client.setStreamMetadata(stream, { maxAge: 1000 })
  t.same(await revisions(client, stream), [0, 1])
})

test('only the newest metadata is read', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  t.equal((await client.getStreamMetadata(stream)).metadata, undefined)
  await client.setStreamMetadata(stream, { maxCount: 3 })
  await client.setStreamMetadata(stream, { maxCount: 4, cacheControl: 7 })
  t.match((await client.getStreamMetadata(stream)).metadata, { maxCount: 4, cacheControl: 7 })
  t.same(await revisions(client, `$$${stream}`), [1])
})

test('metadata has an expected revision of its own', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.setStreamMetadata(stream, {}, { expectedRevision: 'no_stream' })
  const again = client.setStreamMetadata(stream, {}, { expectedRevision: 'no_stream' })
  t.match(await failureOf(again), { type: 'wrong-expected-version' })
  await client.setStreamMetadata(stream, { maxCount: 1 }, { expectedRevision: 0n })
})

test('a limit out of range is ignored, and one too large for an int64 makes the others ignored too', async (t) => {
  const { client } = await storeUnderTest()
  for (const { limit, readable } of [
    { limit: { $tb: 2 ** 63, $maxCount: 1 }, readable: [0, 1, 2] },
    { limit: { $maxCount: 0, $tb: 2 }, readable: [2] },
    { limit: { $maxAge: -1, $tb: 2 }, readable: [2] },
  ]) {
    const stream = newStream()
    await client.appendToStream(stream, events(3))
    const metadata = jsonEvent({ type: '$metadata', data: limit })
    await client.appendToStream(`$$${stream}`, [metadata])
    t.same(await revisions(client, stream), readable, JSON.stringify(limit))
  }
})

async function revisions(client: EventStoreDBClient, stream: string): Promise<number[]> {
  const forwards = await all(client.readStream(stream))
  const backwards = await all(
    client.readStream(stream, { direction: BACKWARDS, fromRevision: END }),
  )
  const numbers = forwards.map(({ event }) => Number(event?.revision))
  const reversed = backwards.map(({ event }) => Number(event?.revision)).reverse()
  if (String(numbers) !== String(reversed)) throw new Error(`${numbers} but backwards ${reversed}`)
  return numbers
}
