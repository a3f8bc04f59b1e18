import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { all, IMPATIENT, idsIn, logServer, newStream, noted } from './log-under-test.ts'

const logUnderTest = await logServer('delete_stream')

test('a deleted stream reads as empty, and the others are unchanged', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const [gone, kept] = [newStream('providerEvent'), newStream('providerEvent')]
  const stays = noted('stays')
  await store.append(gone, 'no_stream', [noted(), noted()])
  await store.append(kept, 'no_stream', [stays])

  await store.deleteStream(gone)

  t.same(await idsIn(direct, gone), [])
  t.equal(await direct.readLast(gone), null)
  t.same(await idsIn(direct, kept), [stays.id])
})

test('deleting a stream again, or one that never existed, does no harm', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const stream = newStream('providerEvent')
  await store.append(stream, 'no_stream', [noted()])

  await store.deleteStream(stream)
  await store.deleteStream(stream)
  await store.deleteStream(newStream('providerEvent'))

  t.same(await idsIn(direct, stream), [])
})

test('a journal continues after its stream was deleted, without the earlier events', async (t) => {
  const { store, journal, direct } = await logUnderTest(t)
  const stream = newStream('providerEvent')
  const later = noted('later')
  await journal.record(stream, [noted('earlier')])
  await store.deleteStream(stream)

  await journal.record(stream, [later])

  t.same(await idsIn(direct, stream), [later.id])
})

test('deleting a stream removes no other event from the log', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const [gone, kept] = [newStream('providerEvent'), newStream('message')]
  const stays = noted('stays')
  await store.append(gone, 'no_stream', [noted()])
  await store.append(kept, 'no_stream', [stays])
  await store.deleteStream(gone)

  const found = await all(direct.readAll({ from: 'start' }))

  t.ok(found.some(({ id }) => id === stays.id))
})

test('a delete without a response fails with an error after which it may be repeated', async (t) => {
  const { store, wire } = await logUnderTest(t, IMPATIENT)
  await eventually(() => store.head())
  wire.mute()

  await t.rejects(store.deleteStream(newStream('providerEvent')), StoreUnavailable)
})
