import { FOLLOWED_PREFIXES, headOfFollowedStreams } from '@recado/application/read-models/followed'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'

/** A log with one event in each of these streams, the first at position 0. */
function logOf(...streams: readonly string[]) {
  const events = streams.map((stream, index) => ({ stream, position: BigInt(index) }))
  async function* backwards() {
    yield* events.toReversed() as unknown as RecordedEvent[]
  }
  return { readAll: backwards } as unknown as EventStore
}

test('the head is the newest event that the read models follow', async (t) => {
  t.equal(await headOfFollowedStreams(logOf('message-1', 'contact-1')), 1n)
  t.equal(await headOfFollowedStreams(logOf('message-1', 'providerPost-20260101', 'log-1')), 0n)
})

test('the head is found behind any number of events that are not followed', async (t) => {
  const posts = Array.from({ length: 2_000 }, () => 'providerPost-20260101')
  t.equal(await headOfFollowedStreams(logOf('message-1', ...posts)), 0n)
})

test('a search that is given up reads no further', async (t) => {
  const given = new AbortController()
  let reads = 0
  async function* readAll() {
    for (; ; reads += 1) {
      if (reads === 10) given.abort()
      yield { stream: 'providerPost-20260101', position: 1n } as RecordedEvent
    }
  }
  t.equal(await headOfFollowedStreams({ readAll }, given.signal), null)
  t.equal(reads, 10)
})

test('a log without followed events has no head', async (t) => {
  t.equal(await headOfFollowedStreams(logOf()), null)
  t.equal(await headOfFollowedStreams(logOf('log-1', '$stats-1')), null)
})

test('every followed stream counts', async (t) => {
  for (const prefix of FOLLOWED_PREFIXES)
    t.equal(await headOfFollowedStreams(logOf('log-1', `${prefix}1`)), 1n, prefix)
})
