import { setImmediate as turn } from 'node:timers/promises'
import type { Delivered, EventStore, FromPosition } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { all, following, logServer, newStream, noted, PERSISTENT } from './log-under-test.ts'

const logUnderTest = await logServer('subscribe')

const filter = { streamPrefixes: ['message-'] }

test('a subscription catches up, reports that, and continues live with the events of its filter', async (t) => {
  const { store } = await logUnderTest(t)
  const from = await now(store)
  const seen: string[] = []
  await store.append(newStream(), 'no_stream', [noted('old')])
  await store.append(newStream('contact'), 'no_stream', [noted('other')])

  following(t, store, { from, filter }, (item) => {
    if (item.kind !== 'checkpoint') seen.push(item.kind === 'event' ? noteOf(item) : item.kind)
  })
  await eventually(() => seen.length === 2)
  await store.append(newStream('contact'), 'no_stream', [noted('other')])
  await store.append(newStream(), 'no_stream', [noted('new')])

  await eventually(() => seen.length === 3)
  t.same(seen, ['old', 'caught_up', 'new'])
})

test('no checkpoint and no caught_up overtakes an event, however slow the reader', async (t) => {
  const { store } = await logUnderTest(t)
  const from = await now(store)
  await writeMany(store, 3_000)
  const written = await all(store.readAll({ from }))
  const wanted = written.filter((event) => isMessage(event) && event.position !== from)
  const positions: bigint[] = []
  const overtaken: bigint[] = []
  let checkpoints = 0

  const { stop, ended } = following(t, store, { from, filter }, async (item) => {
    if (item.kind === 'event') {
      await turn()
      positions.push(item.event.position)
    }
    if (item.kind === 'checkpoint') {
      checkpoints += 1
      const due = wanted.filter(({ position }) => position <= item.position).length
      if (due > positions.length) overtaken.push(item.position)
    }
    if (item.kind === 'caught_up') {
      t.equal(positions.length, wanted.length)
      stop()
    }
  })
  await ended

  t.same(
    positions,
    wanted.map(({ position }) => position),
  )
  t.same(overtaken, [])
  t.ok(checkpoints >= 2, `${checkpoints} checkpoints`)
})

test('a subscription misses and repeats nothing when its connection breaks', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, PERSISTENT)
  const from = await now(store)
  const stream = newStream()
  const events = Array.from({ length: 2_000 }, (_, i) => noted(i))
  const seen: string[] = []
  let lost = 0
  await direct.append(stream, 'no_stream', events.slice(0, 1_000))

  const options = {
    from,
    filter,
    onReconnect: () => {
      lost += 1
    },
  }
  following(t, store, options, async (item) => {
    if (item.kind !== 'event') return
    seen.push(item.event.id)
    if (seen.length % 400 === 1) wire.cut()
    await turn()
  })
  await eventually(() => seen.length >= 500)
  await direct.append(stream, 999n, events.slice(1_000))

  await eventually(() => seen.length >= events.length)
  t.same(
    seen,
    events.map(({ id }) => id),
  )
  t.ok(lost >= 3, `${lost} reconnects`)
})

test('a subscription drops events that the server repeats', async (t) => {
  const server = await startStore('subscribe-repeats', { mode: 'hostile' })
  const { store } = connectEventStore(server.url, PERSISTENT)
  t.teardown(async () => {
    await store.close()
    await server.stop()
  })
  const seen: string[] = []
  following(t, store, { from: 'start', filter }, (item) => {
    if (item.kind === 'event') seen.push(item.event.id)
  })
  const events = Array.from({ length: 150 }, (_, i) => noted(i))
  for (const event of events) await store.append(newStream(), 'no_stream', [event])

  await eventually(() => seen.includes(events.at(-1)?.id ?? ''))
  t.same(
    seen,
    events.map(({ id }) => id),
  )
})

test('a subscription loses and repeats nothing on a server that ends it as too slow', async (t) => {
  const server = await startStore('subscribe-ends', { mode: 'impatient', version: '23.10.8' })
  const { store } = connectEventStore(server.url, PERSISTENT)
  t.teardown(async () => {
    await store.close()
    await server.stop()
  })
  const prefix = newStream().replaceAll('-', '')
  const seen: string[] = []
  let [ends, caughtUp] = [0, 0]
  const onReconnect = () => {
    ends += 1
  }
  const wanted = { streamPrefixes: [`${prefix}-`] }
  for (const from of ['start', 'end'] as const)
    following(t, store, { from, filter: wanted, onReconnect }, (item) => {
      if (item.kind === 'caught_up') caughtUp += 1
      if (item.kind === 'event') seen.push(item.event.id)
    })
  // Though no stream of that name exists.
  await eventually(() => caughtUp >= 2)
  const events = Array.from({ length: 30 }, (_, i) => noted(i))
  for (const event of events) await store.append(newStream(prefix), 'no_stream', [event])

  await eventually(() => seen.length >= 60)
  t.same(seen.toSorted(), [...events, ...events].map(({ id }) => id).toSorted())
  t.ok(ends > 0, 'and it has been ended')
})

test('a subscription from the end gets what is written while its connection is down', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, PERSISTENT)
  await direct.append(newStream(), 'no_stream', [noted('before')])
  const seen: string[] = []
  let caughtUp = false

  following(t, store, { from: 'end', filter }, (item) => {
    if (item.kind === 'caught_up') caughtUp = true
    if (item.kind === 'event') seen.push(noteOf(item))
  })
  await eventually(() => caughtUp)
  wire.refuse()
  await direct.append(newStream(), 'no_stream', [noted('meanwhile')])
  wire.heal()

  await eventually(() => seen.length > 0)
  t.same(seen, ['meanwhile'])
})

test('a subscription whose connection went silent is resumed when a call finds that out', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, PERSISTENT)
  const seen: string[] = []
  let caughtUp = false
  following(t, store, { from: 'end', filter }, (item) => {
    if (item.kind === 'caught_up') caughtUp = true
    if (item.kind === 'event') seen.push(noteOf(item))
  })
  await eventually(() => caughtUp)

  wire.muteOpen()
  await direct.append(newStream(), 'no_stream', [noted('unheard')])
  await store.head()

  await eventually(() => seen.length > 0)
  t.same(seen, ['unheard'])
})

test('a subscription without prefixes gets every stream except the system streams', async (t) => {
  const { store } = await logUnderTest(t)
  const from = await now(store)
  await store.append(newStream(), 'no_stream', [noted('a')])
  await store.append(newStream('sale'), 'no_stream', [noted('b')])
  const seen: string[] = []

  following(t, store, { from, filter: { streamPrefixes: [] } }, (item) => {
    if (item.kind === 'event') seen.push(noteOf(item))
  })

  await eventually(() => seen.length === 2)
  t.same(seen, ['a', 'b'])
})

test('a subscription ends when its signal aborts, even while no events arrive', async (t) => {
  const { store } = await logUnderTest(t)
  const from = await now(store)
  const { stop, ended } = following(t, store, { from, filter }, () => undefined)

  await store.head()
  stop()

  await ended
})

/** Writes batches of 100 events, every third batch to a stream outside the filter. */
async function writeMany(store: EventStore, count: number): Promise<void> {
  const batches = Array.from({ length: count / 100 }, (_, n) =>
    store.append(
      newStream(n % 3 === 2 ? 'contact' : 'message'),
      'no_stream',
      Array.from({ length: 100 }, (_, i) => noted(i)),
    ),
  )
  await Promise.all(batches)
}

function isMessage({ stream }: { stream: string }): boolean {
  return stream.startsWith('message-')
}

function noteOf(item: Extract<Delivered, { kind: 'event' }>): string {
  return (item.event.data as { note: string }).note
}

/** The end of the log before a test writes to it. */
async function now(store: EventStore): Promise<FromPosition> {
  return (await store.head()) ?? 'start'
}
