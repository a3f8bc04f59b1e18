import { streamReader } from '@recado/application/audit/stream-reader'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'

/** Streams of so many events, which counts what is read of them. */
function streamsOf(lengths: Record<string, number>) {
  const read: Record<string, number> = {}
  return {
    lengths,
    read,
    async *readStream(stream: string, from = 0n) {
      for (let revision = Number(from); revision < (lengths[stream] ?? 0); revision += 1) {
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
