import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { test } from 'tap'
import { all, IMPATIENT, idsIn, logServer, newStream, noted } from './log-under-test.ts'

const logUnderTest = await logServer('delete_stream')

test('a deleted stream reads as nothing, and the others as before', async (t) => {
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

test('deleting again, or what never was, does no harm', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const stream = newStream('providerEvent')
  await store.append(stream, 'no_stream', [noted()])

  await store.deleteStream(stream)
  await store.deleteStream(stream)
  await store.deleteStream(newStream('providerEvent'))

  t.same(await idsIn(direct, stream), [])
})

test('a journal goes on after its stream was deleted, without what it held', async (t) => {
  const { store, journal, direct } = await logUnderTest(t)
  const stream = newStream('providerEvent')
  const later = noted('later')
  await journal.record(stream, [noted('earlier')])
  await store.deleteStream(stream)

  await journal.record(stream, [later])

  t.same(await idsIn(direct, stream), [later.id])
})

test('the log may show what was deleted until it is scavenged; no other event is missing', async (t) => {
  const { store, direct } = await logUnderTest(t)
  const [gone, kept] = [newStream('providerEvent'), newStream('message')]
  const stays = noted('stays')
  await store.append(gone, 'no_stream', [noted()])
  await store.append(kept, 'no_stream', [stays])
  await store.deleteStream(gone)

  const found = await all(direct.readAll({ from: 'start' }))

  t.ok(found.some(({ id }) => id === stays.id))
})

test('without an answer it says that it may be deleted again', async (t) => {
  const { store, wire } = await logUnderTest(t, IMPATIENT)
  await store.append(newStream(), 'no_stream', [noted()])
  wire.mute()

  await t.rejects(store.deleteStream(newStream('providerEvent')), StoreUnavailable)
})
