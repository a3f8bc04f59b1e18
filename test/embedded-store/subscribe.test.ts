import {
  binaryEvent,
  eventTypeFilter,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { followAll, followStream, type Reached } from './follow.ts'
import { deliverInOrder } from './same-order.ts'
import { events, newStream, storeUnderTest } from './store-under-test.ts'

test('a subscription to $all catches up, reports that, and continues live', async (t) => {
  const { client } = await storeUnderTest()
  const [before, after] = [events(40), events(40)]
  const { position } = await client.appendToStream(newStream(), events(1))
  await client.appendToStream(newStream(), before)
  const seen = followAll(t, client, position as Position)
  await eventually(() => seen.caughtUp > 0)
  t.same(seen.ids, idsOf(before), 'the position itself is left out')
  await client.appendToStream(newStream(), after)
  await eventually(() => seen.ids.length >= 80)
  t.same(seen.ids, idsOf([...before, ...after]))
})

test('a subscription from the end delivers only later events', async (t) => {
  const { client } = await storeUnderTest()
  const { position } = await client.appendToStream(newStream(), events(3))
  const seen = followAll(t, client, { end: position as Position })
  await eventually(() => seen.caughtUp > 0)
  const live = events(2)
  await client.appendToStream(newStream(), live)
  await eventually(() => seen.ids.length >= 2)
  t.same(seen.ids, idsOf(live))
})

test('a subscription from the start delivers everything', async (t) => {
  const { client } = await storeUnderTest()
  const mine = events(700)
  await client.appendToStream(newStream(), mine)
  const seen = followAll(t, client, 'start')
  await eventually(() => seen.ids.includes(mine.at(-1)?.id ?? ''))
  t.same(seen.ids.slice(-700), idsOf(mine))
})

test('each kind of filter delivers only matching events', async (t) => {
  const { client } = await storeUnderTest()
  const mark = newStream('filtered').replaceAll('-', '')
  const subscriptions = {
    'stream prefix': streamNameFilter({ prefixes: [`${mark}-a`, `${mark}-b`] }),
    'stream regex': streamNameFilter({ regex: `^${mark}-[ab]` }),
    'type prefix': eventTypeFilter({ prefixes: [`${mark}A`, `${mark}B`] }),
    'type regex': eventTypeFilter({ regex: `${mark}[AB]$` }),
  }
  const fromPosition = at((await client.appendToStream(newStream(), events(1))).position?.commit)
  const wanted: string[] = []
  const append = async (letter: string) => {
    const batch = events(2, `${mark}${letter.toUpperCase()}`)
    await client.appendToStream(`${mark}-${letter}`, batch)
    if (letter !== 'c') wanted.push(...idsOf(batch))
  }
  for (const letter of ['a', 'c', 'b']) await append(letter)
  const all = Object.entries(subscriptions).map(([name, filter]) => {
    return { name, seen: followAll(t, client, fromPosition, () => filter) }
  })
  await eventually(() => all.every(({ seen }) => seen.ids.length >= 4))
  for (const letter of ['c', 'b', 'a']) await append(letter)
  await eventually(() => all.every(({ seen }) => seen.ids.length >= 8))
  for (const { name, seen } of all) t.same(seen.ids, wanted, name)
})

test('checkpoints arrive for every interval of considered events, and at the end of catch-up', async (t) => {
  const { client } = await storeUnderTest()
  const begin = (await client.appendToStream(newStream(), events(1))).position as Position
  await client.appendToStream(newStream('considered'), events(100))
  const prefixes = [newStream('nobody')]
  const seen = followAll(t, client, begin, (checkpointReached) =>
    streamNameFilter({ prefixes, maxSearchWindow: 5, checkpointInterval: 4, checkpointReached }),
  )
  const { checkpoints } = seen
  await eventually(() => seen.caughtUp > 0)
  t.ok(checkpoints.length >= 5, `${checkpoints.length} in 100 events`)

  const { position } = await client.appendToStream(newStream('considered'), events(60))
  await eventually(() => (checkpoints.at(-1) ?? 0n) >= (position?.commit ?? 0n))
  t.ok(neverFalling(checkpoints), 'they never decrease')
})

test('a subscription can be resumed from a checkpoint', async (t) => {
  const { client } = await storeUnderTest()
  const mine = newStream('wanted')
  const filter = (checkpointReached: Reached) =>
    streamNameFilter({ prefixes: [mine], checkpointInterval: 1, checkpointReached })
  const begin = (await client.appendToStream(newStream(), events(1))).position as Position
  const seen = followAll(t, client, { end: begin }, filter)
  await eventually(() => seen.caughtUp > 0)
  const { position } = await client.appendToStream(mine, events(1))
  await client.appendToStream(newStream('other'), events(40))
  const checkpoint = await eventually(() =>
    seen.ids.length === 1 ? seen.checkpoints.find((at) => at >= (position?.commit ?? 0n)) : false,
  )

  const later = events(2)
  await client.appendToStream(mine, later)
  const rest = followAll(t, client, at(checkpoint), filter)
  await eventually(() => rest.ids.length >= 2)
  t.same(rest.ids, idsOf(later))
})

test('a subscription to a stream waits for it to exist, and can start after a revision', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  const whole = followStream(t, client, stream)
  await eventually(() => whole.isConfirmed)
  const written = events(300)
  await client.appendToStream(stream, written)
  await eventually(() => whole.ids.length >= 300)
  t.same(whole.ids, idsOf(written))

  const tail = followStream(t, client, stream, 9n)
  const fresh = followStream(t, client, stream, { end: 299n })
  await eventually(() => fresh.isConfirmed)
  await eventually(() => tail.ids.length >= 290)
  const last = events(1)
  await client.appendToStream(stream, last)
  await client.appendToStream(newStream(), events(3))
  await eventually(() => tail.ids.length >= 291)
  t.same(tail.ids, idsOf([...written.slice(10), ...last]), 'the revision itself is left out')
  await eventually(() => fresh.ids.length >= 1)
  t.same(fresh.ids, idsOf(last))
})

test('events appended after the confirmation of a subscription from the end are delivered', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(300))
  // Reads that delay the server's own search for the end of the stream; on a slow machine it may refuse some.
  const reads = Promise.allSettled(
    Array.from({ length: 50 }, () => read(client.readStream(stream))),
  )
  const seen = followStream(t, client, stream, { end: 299n })
  await eventually(() => seen.isConfirmed)
  const next = events(1)
  await client.appendToStream(stream, next)
  await eventually(() => seen.ids.length >= 1)
  t.same(seen.ids, idsOf(next))
  await reads
})

async function read(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

// Releases differ in whether they say so at once or when the stream exists (announcesMissing).
test('a subscription to a missing stream reports that it has caught up, at the latest when the stream exists', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  const seen = followStream(t, client, stream)
  await eventually(() => seen.isConfirmed)
  const written = events(1)
  await client.appendToStream(stream, written)
  await eventually(() => seen.caughtUp > 0 && seen.ids.length > 0)
  t.same(seen.ids, idsOf(written))
})

test('a tombstone ends the subscriptions to its stream', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(1))
  const seen = followStream(t, client, stream)
  await eventually(() => seen.caughtUp > 0)
  await client.tombstoneStream(stream)
  await eventually(() => seen.error)
  t.match(seen.error, { type: 'stream-deleted' })
  t.equal(seen.types.at(-1), '$streamDeleted', 'the tombstone is delivered first')

  const late = followStream(t, client, stream)
  await eventually(() => late.error)
  t.match(late.error, { type: 'stream-deleted' })
})

test('a reader slower than the log gets every event in order', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream('large')
  let read = () => {}
  const written = new Promise<void>((resolve) => {
    read = resolve
  })
  const seen = followStream(t, client, stream, 'start', written)
  await eventually(() => seen.isConfirmed)
  const sent: string[] = []
  for (let n = 0; n < 30; n += 1) {
    const event = binaryEvent({ type: 'Blob', data: Buffer.alloc(1_000_000, n) })
    sent.push(event.id)
    await client.appendToStream(stream, [event])
  }
  read()
  await eventually(() => seen.ids.length >= 30)
  t.same(seen.ids, sent)
})

test('all subscriptions deliver events in the same order', async (t) => {
  const { client } = await storeUnderTest()
  await deliverInOrder(t, client)
})

function idsOf(batch: readonly { id: string }[]): string[] {
  return batch.map(({ id }) => id)
}

function neverFalling(numbers: readonly bigint[]): boolean {
  return numbers.every((number, n) => n === 0 || number >= (numbers[n - 1] ?? 0n))
}

function at(commit: bigint | undefined): Position {
  if (commit === undefined) throw new Error('no position came')
  return { commit, prepare: commit }
}
