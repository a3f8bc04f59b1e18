import { PositionUnknown } from '@recado/infra/event-store/errors'
import { withLogIds } from '@recado/infra/event-store/log-base'
import { test } from 'tap'
import { all, logServer, newStream, noted } from './log-under-test.ts'

const logUnderTest = await logServer('read')

test('a stream that was never written to reads as empty', async (t) => {
  const { store } = await logUnderTest(t)

  t.same(await all(store.readStream(newStream())), [])
  t.equal(await store.readLast(newStream()), null)
})

test('the last event of a copied log has its integer id too', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()
  const { position } = await store.append(stream, 'no_stream', [noted()])

  const last = await withLogIds(store, 1_000).readLast(stream)
  t.equal(last?.metadata.log_id, 1_000 + Number(position))
  t.equal(await withLogIds(store, 1_000).readLast(newStream()), null)
})

test('a stream is read from a revision on, inclusive', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()
  const events = [noted(), noted(), noted()]
  await store.append(stream, 'no_stream', events)

  t.same(
    (await all(store.readStream(stream, 1n))).map(({ id }) => id),
    [events[1]?.id, events[2]?.id],
  )
  t.same(await all(store.readStream(stream, 3n)), [])
})

test('the log is read forwards including the start position and backwards excluding it', async (t) => {
  const { store } = await logUnderTest(t)
  const stream = newStream()
  await store.append(stream, 'no_stream', [noted('a'), noted('b'), noted('c')])
  const positions = (await all(store.readStream(stream))).map(({ position }) => position)
  const middle = positions[1] ?? 0n
  const first = positions[0] ?? 0n
  const notes = async (options: Parameters<typeof store.readAll>[0]) =>
    (await all(store.readAll(options)))
      .filter((event) => event.stream === stream)
      .map(({ data }) => (data as { note: string }).note)
      .join('')

  t.equal(await notes({ from: 'start' }), 'abc')
  t.equal(await notes({ from: middle }), 'bc')
  t.equal(await notes({ from: middle, direction: 'backwards' }), 'a')
  t.equal(await notes({ from: 'end', direction: 'backwards' }), 'cba')
  t.equal(await notes({ from: 'end', direction: 'backwards', limit: 2 }), 'cb')
  t.equal(await notes({ from: first, limit: 1 }), 'a')
  t.equal(await notes({ from: first, limit: 0 }), '')
  t.equal((await all(store.readAll({ from: 'start', limit: 2 }))).length, 2)
  t.equal(await store.head(), positions[2])
})

test('a position that does not exist in this log is an error, not skipped', async (t) => {
  const { store } = await logUnderTest(t)
  const { position } = await store.append(newStream(), 'no_stream', [noted(), noted()])

  await t.rejects(all(store.readAll({ from: position - 1n, limit: 1 })), PositionUnknown)
})
