import { Ring } from '@recado/embedded-store/log/ring'
import { WeakCache } from '@recado/embedded-store/log/weak-cache'
import { Writer } from '@recado/embedded-store/log/writer'
import type { WriteRequest } from '@recado/embedded-store/protocol/write-request'
import { openSession, type Session } from '@recado/embedded-store/storage/session'
import fc from 'fast-check'
import pg from 'pg'
import { type Test, test } from 'tap'
import { testDatabase } from '../kit/postgres.ts'

test('the first event of a stream costs one statement', async (t) => {
  const { session, asked } = recordCalls(await openSession(await database(t), 5_000))
  const writer = writerOn(t, session)
  t.match(await writer.submit(append('a', 'no_stream', [1])), { kind: 'written', revision: 0n })
  t.same(asked, ['commit'])
  t.match(await writer.submit(append('a', 'no_stream', [2])), { kind: 'wrong_version' })
  t.same(asked.splice(0), ['commit', 'written-from'], 'what this store wrote it knows')
  t.match(await writer.submit(append('b', 'any', [3])), { kind: 'written' })
  t.same(asked, ['states', 'commit'])
})

test('writers that take streams for new decide as one that looks first', async (t) => {
  const write = fc.record({
    stream: fc.constantFrom<string>('a', 'b', 'c', '$$a', '$$b'),
    expected: fc.constantFrom<WriteRequest['expected']>('no_stream', 'no_stream', 'any', 0n, 1n),
    ids: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    kind: fc.constantFrom<WriteRequest['kind']>(
      'append',
      'append',
      'append',
      'delete',
      'tombstone',
    ),
  })
  const history = fc.array(fc.array(write, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(history, async (batches) => {
      const [assuming, careful] = [await database(t), await database(t)]
      for (const batch of batches) {
        const requests = batch.map(({ kind, ids, stream, expected }) => ({
          ...append(stream, expected, kind === 'append' ? ids : []),
          kind,
        }))
        const outcomes = await inOneRun(t, assuming, requests)
        // An append of nothing makes the writer look at the stream.
        const looks = requests.map(({ stream }) => append(stream, 'any', []))
        t.same(outcomes, await inOneRun(t, careful, requests, looks))
      }
      t.same(await streamsIn(assuming), await streamsIn(careful))
    }),
    { numRuns: 12, examples: [[METADATA_FIRST]] },
  )
})

/** A stream that exists only by its metadata is not new. */
const METADATA_FIRST = [
  [{ ...append('$$a', 'any', []), ids: [1] }],
  [{ ...append('a', 'no_stream', []), ids: [2] }],
]

async function streamsIn(url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select * from streams order by stream')
  await client.end()
  return rows
}

/** Sends all writes at once to a store that has just started, and stops it. */
async function inOneRun(
  t: Test,
  url: string,
  requests: readonly WriteRequest[],
  before: readonly WriteRequest[] = [],
) {
  const writer = writerOn(t, await openSession(url, 5_000))
  await Promise.all(before.map((request) => writer.submit(request)))
  const outcomes = await Promise.all(requests.map((request) => writer.submit(request)))
  await writer.stop()
  return outcomes
}

function writerOn(t: Test, session: Session): Writer {
  const reopen = () => Promise.reject(new Error('not here'))
  const writer = new Writer({
    ...{ session, reopen, ring: new Ring(1_024, session.tail.head), weak: new WeakCache(100) },
  })
  t.teardown(() => writer.stop())
  return writer
}

async function database(t: Test): Promise<string> {
  const { url, drop } = await testDatabase('first_events')
  t.teardown(drop)
  return url
}

function append(
  stream: string,
  expected: WriteRequest['expected'],
  ids: readonly number[],
): WriteRequest {
  const isMeta = stream.startsWith('$$')
  const type = isMeta ? '$metadata' : 'Noted'
  const data = Buffer.from(isMeta ? '{"$maxCount":3}' : '{}')
  const events = ids.map((n) => {
    const id = `00000000-0000-4000-8000-00000000000${n}`
    return { id, type, json: true, data, meta: Buffer.alloc(0) }
  })
  return { kind: 'append', stream, expected, events, timeoutMs: 60_000 }
}

function recordCalls(session: Session) {
  const asked: string[] = []
  const calls: Session = {
    ...session,
    commit(...given) {
      asked.push('commit')
      return session.commit(...given)
    },
    states(streams) {
      asked.push('states')
      return session.states(streams)
    },
    writtenFrom(...given) {
      asked.push('written-from')
      return session.writtenFrom(...given)
    },
  }
  return { session: calls, asked }
}
