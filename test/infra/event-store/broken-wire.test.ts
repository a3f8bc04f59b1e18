import { setImmediate as turn } from 'node:timers/promises'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { standStill } from '../../kit/stand-still.ts'
import { all, IMPATIENT, idsIn, logServer, newStream, noted, PERSISTENT } from './log-under-test.ts'

const logUnderTest = await logServer('broken_wire')

test('an append whose response is lost is sent again and stored once', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, PERSISTENT)
  const stream = newStream()
  await store.append(stream, 'no_stream', [noted()])
  const event = noted()

  wire.muteOpen()
  const appended = await store.append(stream, 0n, [event])

  t.equal(appended.revision, 1n)
  t.equal((await idsIn(direct, stream)).at(-1), event.id)
  t.equal((await idsIn(direct, stream)).length, 2)
})

test('many appends over a connection that breaks again and again are stored once each', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, PERSISTENT)
  const streams = Array.from({ length: 300 }, () => newStream())
  let done = 0

  const appends = streams.map((stream) =>
    store.append(stream, 'no_stream', [noted()]).then(() => {
      done += 1
      if (done % 100 === 0) wire.cut()
    }),
  )
  wire.cut()
  await Promise.all(appends)

  const found = (await all(direct.readAll({ from: 'start' }))).map(({ stream }) => stream)
  t.same(found.filter((stream) => streams.includes(stream)).sort(), [...streams].sort())
})

test('an unreachable server is reported as unavailable, and nothing was written', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, IMPATIENT)
  const stream = newStream()
  wire.refuse()

  t.match(await failureOf(store.append(stream, 'no_stream', [noted()])), { outcomeUnknown: false })
  await t.rejects(all(store.readStream(stream)), StoreUnavailable)
  t.equal(await store.ping(300), false)
  t.same(await idsIn(direct, stream), [])
})

test('a server that stops answering leaves the outcome unknown, and the same append resolves it', async (t) => {
  const { store, wire, direct } = await logUnderTest(t, IMPATIENT)
  const stream = newStream()
  const event = noted()
  await eventually(() => store.head())
  wire.mute()

  t.match(await failureOf(store.append(stream, 'no_stream', [event])), { outcomeUnknown: true })
  await t.rejects(store.readLast(stream), StoreUnavailable)
  wire.heal()

  const again = await eventually(() => store.append(stream, 'no_stream', [event]))
  t.equal(again.revision, 0n)
  t.same(await idsIn(direct, stream), [event.id])
})

test('a read continues where a broken connection stopped it', async (t) => {
  const { store, wire } = await logUnderTest(t, PERSISTENT)
  const stream = newStream()
  const events = Array.from({ length: 2_000 }, (_, i) => noted(i))
  await store.append(stream, 'no_stream', events)

  const read: string[] = []
  for await (const event of store.readStream(stream)) {
    read.push(event.id)
    if (read.length === 10) wire.cut()
    if (read.length === 1_000) wire.muteOpen()
  }

  t.same(
    read,
    events.map(({ id }) => id),
  )
})

test('a log whose reads never get past the same event is reported as unavailable', async (t) => {
  // Time enough for the first event, which does arrive.
  const limits = { ...IMPATIENT, silenceMs: 5_000, readDeadlineMs: 10_000 }
  const { store, wire, direct } = await logUnderTest(t, limits)
  const large = () => noted('x'.repeat(200_000))
  const { position } = await direct.append(newStream(), 'no_stream', [large()])
  for (let i = 0; i < 3; i++) await direct.append(newStream(), 'no_stream', [large()])

  wire.muteAfter(300_000)
  const read: bigint[] = []
  const reading = async () => {
    for await (const event of store.readAll({ from: position })) read.push(event.position)
  }
  await t.rejects(reading(), StoreUnavailable)
  t.same(read, [position])
})

test('a process that stands still for seconds keeps its connection and reads the answers that came', async (t) => {
  const { store, wire } = await logUnderTest(t)
  await store.append(newStream(), 'no_stream', [noted()])
  const connections = wire.connections()
  for (let round = 0; round < 2; round++) {
    const appends = Array.from({ length: 20 }, () =>
      store.append(newStream(), 'no_stream', [noted()]),
    )
    await turn()
    standStill(3_000)
    await Promise.all([...appends, store.head()])
  }
  t.equal(wire.connections(), connections)
})

test('a refused connection is dialled with the next call, however often it was refused', async (t) => {
  const { store, wire } = await logUnderTest(t, PERSISTENT)
  await eventually(() => store.head())
  wire.refuse()
  for (let i = 0; i < 20; i++) t.notOk(await store.ping(30_000))
  wire.heal()

  t.ok(await store.ping(30_000))
})

test('after an outage calls succeed again', async (t) => {
  const { store, wire } = await logUnderTest(t, IMPATIENT)
  await eventually(() => store.head())
  wire.refuse()
  await t.rejects(store.head(), StoreUnavailable)
  wire.heal()

  t.equal(await eventually(() => store.ping(300)), true)
})

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
}
