import { once } from 'node:events'
import {
  binaryEvent,
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  type Position,
  type ResolvedEvent,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { events, newStream, storeUnderTest } from './store-under-test.ts'

test('a subscription to $all catches up, reports that, and continues live', async (t) => {
  const { client } = await storeUnderTest()
  const [before, after] = [events(40), events(40)]
  const { position } = await client.appendToStream(newStream(), events(1))
  await client.appendToStream(newStream(), before)
  const subscription = client.subscribeToAll({ fromPosition: position as Position })
  const seen = following(t, subscription)
  await once(subscription, 'caughtUp')
  t.same(seen.ids, idsOf(before), 'the position itself is left out')
  await client.appendToStream(newStream(), after)
  await eventually(() => seen.ids.length >= 80)
  t.same(seen.ids, idsOf([...before, ...after]))
})

test('a subscription from the end delivers only later events', async (t) => {
  const { client } = await storeUnderTest()
  await client.appendToStream(newStream(), events(3))
  const subscription = client.subscribeToAll({ fromPosition: END })
  const seen = following(t, subscription)
  await once(subscription, 'caughtUp')
  const live = events(2)
  await client.appendToStream(newStream(), live)
  await eventually(() => seen.ids.length >= 2)
  t.same(seen.ids, idsOf(live))
})

test('a subscription from the start delivers everything', async (t) => {
  const { client } = await storeUnderTest()
  const mine = events(700)
  await client.appendToStream(newStream(), mine)
  const seen = following(t, client.subscribeToAll({ fromPosition: START }))
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
    return { name, seen: following(t, client.subscribeToAll({ filter, fromPosition })) }
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
  const checkpoints: bigint[] = []
  const filter = streamNameFilter({
    prefixes: [newStream('nobody')],
    maxSearchWindow: 5,
    checkpointInterval: 4,
    checkpointReached: async (_subscription, { commit }) => {
      checkpoints.push(commit)
    },
  })
  const subscription = client.subscribeToAll({ fromPosition: begin, filter })
  following(t, subscription)
  await once(subscription, 'caughtUp')
  t.ok(checkpoints.length >= 5, `${checkpoints.length} in 100 events`)

  const { position } = await client.appendToStream(newStream('considered'), events(60))
  await eventually(() => (checkpoints.at(-1) ?? 0n) >= (position?.commit ?? 0n))
  t.ok(neverFalling(checkpoints), 'they never decrease')
})

test('a subscription can be resumed from a checkpoint', async (t) => {
  const { client } = await storeUnderTest()
  const mine = newStream('wanted')
  const checkpoints: bigint[] = []
  const filter = streamNameFilter({
    prefixes: [mine],
    checkpointInterval: 1,
    checkpointReached: async (_subscription, { commit }) => {
      checkpoints.push(commit)
    },
  })
  const first = client.subscribeToAll({ fromPosition: END, filter })
  const seen = following(t, first)
  await once(first, 'caughtUp')
  const before = events(1)
  await client.appendToStream(mine, before)
  await client.appendToStream(newStream('other'), events(40))
  await eventually(() => seen.ids.length === 1 && checkpoints.length > 0)
  await first.unsubscribe()

  const later = events(2)
  await client.appendToStream(mine, later)
  const resumed = client.subscribeToAll({ fromPosition: at(checkpoints.at(-1)), filter })
  const rest = following(t, resumed)
  await eventually(() => rest.ids.length >= 2)
  t.same(rest.ids, idsOf(later))
})

test('a subscription to a stream waits for it to exist, and can start after a revision', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  const subscription = client.subscribeToStream(stream)
  const whole = following(t, subscription)
  await once(subscription, 'confirmation')
  const written = events(300)
  await client.appendToStream(stream, written)
  await eventually(() => whole.ids.length >= 300)
  t.same(whole.ids, idsOf(written))

  const tail = following(t, client.subscribeToStream(stream, { fromRevision: 9n }))
  const fromEnd = client.subscribeToStream(stream, { fromRevision: END })
  const fresh = following(t, fromEnd)
  await once(fromEnd, 'confirmation')
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
  // Reads that delay the server's own search for the end of the stream.
  const reads = Array.from({ length: 200 }, () => read(client.readStream(stream)))
  const subscription = client.subscribeToStream(stream, { fromRevision: END })
  const { ids } = following(t, subscription)
  await once(subscription, 'confirmation')
  const next = events(1)
  await client.appendToStream(stream, next)
  await eventually(() => ids.length >= 1)
  t.same(ids, idsOf(next))
  await Promise.all(reads)
})

async function read(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

test('a subscription to a missing stream reports no catch-up', async (t) => {
  const { client } = await storeUnderTest()
  const missing = client.subscribeToStream(newStream())
  following(t, missing)
  const marks: string[] = []
  missing.on('caughtUp', () => marks.push('missing'))
  await once(missing, 'confirmation')
  const stream = newStream()
  await client.appendToStream(stream, events(1))
  const present = client.subscribeToStream(stream)
  following(t, present)
  await once(present, 'caughtUp')
  t.same(marks, [])
})

test('a tombstone ends the subscriptions to its stream', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  await client.appendToStream(stream, events(1))
  const live = client.subscribeToStream(stream)
  const seen = following(t, live)
  await once(live, 'caughtUp')
  await client.tombstoneStream(stream)
  await eventually(() => seen.error)
  t.match(seen.error, { type: 'stream-deleted' })
  t.equal(seen.types.at(-1), '$streamDeleted', 'the tombstone is delivered first')

  const late = following(t, client.subscribeToStream(stream))
  await eventually(() => late.error)
  t.match(late.error, { type: 'stream-deleted' })
})

test('a reader slower than the log gets every event in order', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream('large')
  const subscription = client.subscribeToStream(stream)
  await once(subscription, 'confirmation')
  const sent: string[] = []
  for (let n = 0; n < 30; n += 1) {
    const event = binaryEvent({ type: 'Blob', data: Buffer.alloc(1_000_000, n) })
    sent.push(event.id)
    await client.appendToStream(stream, [event])
  }
  const seen = following(t, subscription)
  await eventually(() => seen.ids.length >= 30)
  t.same(seen.ids, sent)
})

test('all subscriptions deliver events in the same order', async (t) => {
  const { client } = await storeUnderTest()
  const all = Array.from({ length: 10 }, () => client.subscribeToAll({ fromPosition: END }))
  const seen = all.map((subscription) => following(t, subscription))
  await Promise.all(all.map((subscription) => once(subscription, 'caughtUp')))
  const appends = Array.from({ length: 100 }, () => client.appendToStream(newStream(), events(2)))
  await Promise.all(appends)
  await eventually(() => seen.every(({ ids }) => ids.length >= 200))
  for (const { ids } of seen) t.same(ids, seen[0]?.ids)
})

/** What a subscription has delivered so far. */
type Seen = { readonly ids: string[]; readonly types: string[]; error: Error | undefined }

function following(t: Test, subscription: ReturnType<EventStoreDBClient['subscribeToAll']>): Seen
function following(t: Test, subscription: ReturnType<EventStoreDBClient['subscribeToStream']>): Seen
function following(
  t: Test,
  subscription: { unsubscribe(): Promise<void> } & NodeJS.EventEmitter,
): Seen {
  const seen: Seen = { ids: [], types: [], error: undefined }
  subscription.on('data', ({ event }: ResolvedEvent) => {
    seen.ids.push(event?.id ?? '')
    seen.types.push(event?.type ?? '')
  })
  subscription.on('error', (error: Error) => {
    seen.error = error
  })
  t.teardown(() => subscription.unsubscribe())
  return seen
}

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
