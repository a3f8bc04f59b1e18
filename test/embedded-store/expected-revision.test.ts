import type { AppendExpectedRevision, EventStoreDBClient } from '@eventstore/db-client'
import { test } from 'tap'
import {
  appendBy,
  events,
  newStream,
  type Outcome,
  storeUnderTest,
  WAYS,
  type Way,
} from './store-under-test.ts'

type Expectation = 'any' | 'no_stream' | 'stream_exists' | 'head' | 'below' | 'above'
type Verdict = 'appended' | 'wrong version' | 'stream deleted'

/** Rows: states of a stream whose last revision is 1. Columns: the client's expectation. */
const TABLE: Record<string, Record<Expectation, Verdict>> = {
  'never written': {
    any: 'appended',
    no_stream: 'appended',
    stream_exists: 'wrong version',
    head: 'wrong version',
    below: 'wrong version',
    above: 'wrong version',
  },
  written: {
    any: 'appended',
    no_stream: 'wrong version',
    stream_exists: 'appended',
    head: 'appended',
    below: 'wrong version',
    above: 'wrong version',
  },
  'soft-deleted': {
    any: 'appended',
    no_stream: 'appended',
    stream_exists: 'stream deleted',
    head: 'appended',
    below: 'wrong version',
    above: 'wrong version',
  },
  tombstoned: {
    any: 'stream deleted',
    no_stream: 'stream deleted',
    stream_exists: 'stream deleted',
    head: 'stream deleted',
    below: 'stream deleted',
    above: 'stream deleted',
  },
}

const REVISIONS = { head: 1n, below: 0n, above: 7n } as const

test('an expected revision is checked against the state of the stream', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    for (const [state, verdicts] of Object.entries(TABLE)) {
      for (const [expectation, verdict] of Object.entries(verdicts)) {
        const stream = await streamThatIs(client, state)
        const outcome = await appendBy(client, way)(stream, events(2), revision(expectation))
        t.equal(judged(outcome), verdict, `${way}: ${expectation} on a stream ${state}`)
      }
    }
  }
})

test('a success returns the new revision, a refusal the current one', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    const append = appendBy(client, way)
    const stream = newStream()
    t.match(await append(stream, events(1), 3n), { current: 'no_stream', expected: 3n }, way)
    t.match(await append(stream, events(3), 'no_stream'), { revision: 2n }, way)
    t.match(await append(stream, events(1), 7n), { current: 2n, expected: 7n }, way)
    t.match(
      await append(stream, events(1), 'no_stream'),
      { current: 2n, expected: 'no_stream' },
      way,
    )
    t.match(
      await append(newStream(), events(1), 'stream_exists'),
      { expected: 'stream_exists' },
      way,
    )
  }
})

test('a stream with only metadata exists', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    const stream = newStream()
    await client.setStreamMetadata(stream, { maxCount: 5 })
    const outcome = await appendBy(client, way)(stream, events(1), 'stream_exists')
    t.match(outcome, { revision: 0n }, way)
  }
})

test('an empty append is checked, and returns the current revision', async (t) => {
  const { client } = await storeUnderTest()
  for (const way of Object.keys(WAYS) as Way[]) {
    const append = appendBy(client, way)
    const stream = newStream()
    await append(stream, events(2), 'no_stream')
    t.match(await append(stream, [], 'any'), { revision: 1n }, way)
    t.match(await append(stream, [], 1n), { revision: 1n }, way)
    t.match(await append(stream, [], 0n), { error: 'wrong-expected-version', current: 1n }, way)
    t.match(
      await append(newStream(), [], 'stream_exists'),
      { error: 'wrong-expected-version' },
      way,
    )
  }
})

test('an append is written as a whole or not at all', async (t) => {
  const { client } = await storeUnderTest()
  const stream = newStream()
  const rivals = await Promise.all(
    Array.from({ length: 20 }, () =>
      appendBy(client, 'batch append')(stream, events(3), 'no_stream'),
    ),
  )
  t.equal(rivals.filter((outcome) => 'revision' in outcome).length, 1)
  t.match(await appendBy(client, 'batch append')(stream, events(1), 'any'), { revision: 3n })
})

async function streamThatIs(client: EventStoreDBClient, state: string): Promise<string> {
  const stream = newStream()
  if (state !== 'never written') await client.appendToStream(stream, events(2))
  if (state === 'soft-deleted') await client.deleteStream(stream)
  if (state === 'tombstoned') await client.tombstoneStream(stream)
  return stream
}

function revision(expectation: string): AppendExpectedRevision {
  return REVISIONS[expectation as keyof typeof REVISIONS] ?? (expectation as 'any')
}

function judged(outcome: Outcome): string {
  if ('revision' in outcome) return 'appended'
  return { 'wrong-expected-version': 'wrong version', 'stream-deleted': 'stream deleted' }[
    outcome.error
  ] as string
}
