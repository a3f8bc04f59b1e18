import { streamReader } from '@recado/application/audit/stream-reader'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'

/** Streams of so many events, which counts what is read of them. */
function streamsOf(lengths: Record<string, number>) {
  const read: Record<string, number> = {}
  let asked = 0
  return {
    lengths,
    read,
    asked: () => asked,
    async *readStream(stream: string, from = 0n, limit = 1_000_000) {
      asked += 1
      const end = Math.min(lengths[stream] ?? 0, Number(from) + limit)
      for (let revision = Number(from); revision < end; revision += 1) {
        read[stream] = (read[stream] ?? 0) + 1
        yield { stream, revision: BigInt(revision) } as RecordedEvent
      }
    },
  }
}

test('only the tail of a remembered stream is read', async (t) => {
  const store = streamsOf({ a: 3 })
  const streams = streamReader(store)
  const first = await streams.all('a')
  t.equal(first.length, 3)
  t.equal(await streams.all('a'), first, 'nothing is copied when nothing was added')
  store.lengths.a = 5
  t.equal((await streams.all('a')).length, 5)
  t.equal(first.length, 3)
  t.equal(store.read.a, 5)
})

test('a very long stream is remembered too, beside others', async (t) => {
  const store = streamsOf({ long: 30_000, a: 100, b: 100 })
  const streams = streamReader(store)
  for (let n = 0; n < 3; n += 1) for (const stream of ['a', 'long', 'b']) await streams.all(stream)
  t.same(store.read, { a: 100, long: 30_000, b: 100 })
})

test('the first event of a stream is asked for once, and again only while there is none', async (t) => {
  const store = streamsOf({ a: 3, b: 2 })
  const streams = streamReader(store)
  for (let n = 0; n < 3; n += 1) t.equal((await streams.first('a'))?.revision, 0n)
  t.same([store.read, store.asked()], [{ a: 1 }, 1])
  await streams.all('b')
  t.equal((await streams.first('b'))?.revision, 0n)
  t.equal(store.asked(), 2, 'a stream that was read names its first event')
  t.equal(await streams.first('c'), null)
  store.lengths.c = 1
  t.equal((await streams.first('c'))?.revision, 0n)
})
