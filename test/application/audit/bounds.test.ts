import { boundedStore, TooMuchToRead } from '@recado/application/audit/bounded-store'
import { shorten } from '@recado/application/facts/shorten'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'

const event = (body?: string) => ({ data: { body } }) as unknown as RecordedEvent

/** A log with these events. */
const logOf = (events: readonly RecordedEvent[]) => {
  async function* all() {
    yield* events
  }
  return { readStream: all, readAll: all, readLast: async () => events.at(-1) ?? null }
}

async function countOf(events: AsyncIterable<RecordedEvent>): Promise<number> {
  let count = 0
  for await (const _ of events) count += 1
  return count
}

test('the number of events that one answer may read is limited over all its reads', async (t) => {
  const store = boundedStore(logOf([event(), event(), event()]), 5)
  t.equal(await countOf(store.readStream('message-1')), 3)
  await t.rejects(countOf(store.readStream('message-1')), TooMuchToRead)
  await t.rejects(store.readLast('message-1'), TooMuchToRead)
})

test('an event counts by its size', async (t) => {
  const store = boundedStore(logOf([event('x'.repeat(10 * 1024))]), 10)
  await t.rejects(countOf(store.readAll({ from: 'start' })), TooMuchToRead)
})

test('long texts and lists are cut at any depth, which is reported', async (t) => {
  const most = { text: 4, items: 2, mark: '…' }
  t.same(shorten({ a: ['12345', 'ok', 'x'], b: null, c: 1 }, most), {
    value: { a: ['1234…', 'ok'], b: null, c: 1 },
    isCut: true,
  })
  t.same(shorten({ a: ['1234'] }, most), { value: { a: ['1234'] }, isCut: false })
})
