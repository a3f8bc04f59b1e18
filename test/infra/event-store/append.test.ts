import {
  AppendTooLarge,
  RevisionConflict,
  UnserialisableEvent,
} from '@recado/infra/event-store/errors'
import { test } from 'tap'
import { idsIn, logServer, newStream, noted } from './log-under-test.ts'

const logUnderTest = await logServer('append')

test('an append is read back as written', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()
  const event = noted('olá 👋')

  const appended = await store.append(stream, 'no_stream', [noted(), event])

  t.equal(appended.revision, 1n)
  const last = await store.readLast(stream)
  t.match(last, { ...event, stream, ...appended })
  t.match(last?.created, /^\d{4}-\d\d-\d\dT.*Z$/)
})

test('an append on an outdated revision conflicts and writes nothing', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()
  await store.append(stream, 'no_stream', [noted(), noted()])

  await t.rejects(store.append(stream, 0n, [noted()]), RevisionConflict)
  await t.rejects(store.append(stream, 'no_stream', [noted()]), RevisionConflict)
  await t.rejects(store.append(stream, 7n, [noted()]), RevisionConflict)
  t.equal((await idsIn(store, stream)).length, 2)
})

test('a repeated append with the same ids and revision is recognised and has the first position', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()
  const events = [noted(), noted()]
  const first = await store.append(stream, 'no_stream', events)
  await store.append(stream, 1n, [noted()])

  t.same(await store.append(stream, 'no_stream', events), first)
  t.equal((await idsIn(store, stream)).length, 3)
})

test('of two concurrent appends on one revision one succeeds', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const stream = newStream()

  const outcomes = await Promise.allSettled([
    store.append(stream, 'no_stream', [noted()]),
    direct.append(stream, 'no_stream', [noted()]),
  ])

  t.same(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  t.equal((await idsIn(store, stream)).length, 1)
})

test('an append above the limit of 1 MiB fails with an error that says so', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()

  await t.rejects(store.append(stream, 'no_stream', [noted('x'.repeat(1_100_000))]), AppendTooLarge)
  t.equal(await store.readLast(stream), null)
})

test('a journal appends without an expected revision', async (t) => {
  const { store, journal } = await logUnderTest(t)
  const stream = newStream('providerEvent')

  await journal.record(stream, [noted()])
  const second = await journal.record(stream, [noted(), noted()])

  t.equal(second.revision, 2n)
  t.equal((await store.readLast(stream))?.position, second.position)
})

test('an event that cannot be serialised as JSON fails alone', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  const event = noted()
  const broken = { ...event, data: { deep } }

  await t.rejects(store.append(stream, 'no_stream', [broken as never]), UnserialisableEvent)
  await store.append(stream, 'no_stream', [event])
  t.equal((await store.readLast(stream))?.id, event.id)
})
