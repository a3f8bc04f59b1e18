import type { Run } from '@recado/infra/postgres/run'
import { cursorAt } from '@recado/query-api/events/cursor'
import { eventFrames } from '@recado/query-api/events/event-frames'
import type { Place } from '@recado/query-api/events/follower'
import type { WaitEnd } from '@recado/query-api/streams/waiter'
import { test } from 'tap'

const selection = { of: { accountId: 'account' }, keys: ['key'], since: undefined }

/** A place whose waits end as listed, and then with the stream. */
function place(news: readonly WaitEnd[]): Place {
  const waits = [...news]
  let over = false
  return {
    heard: () => 0,
    async more() {
      const next = waits.shift() ?? 'over'
      over ||= next === 'over'
      return next
    },
    isOver: () => over,
    end() {
      over = true
    },
    inTurn: (read) => read(),
  }
}

async function all(frames: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const frame of frames) found.push(frame)
  return found
}

const begins = `retry: 1000\nid: ${cursorAt(7)}\n\n`
const isUnread = () => false
const nothing: Run = async () => []

test('without events each wait ends with a comment', async (t) => {
  const frames = eventFrames({
    ...{ place: place(['quiet', 'quiet']), after: 7, selection, run: nothing, isUnread },
  })
  t.same(await all(frames), [begins, ': ping\n\n', ': ping\n\n'])
})

test('a client that reads nothing between two comments is cut off', async (t) => {
  const waits = Array.from({ length: 9 }, () => 'quiet' as const)
  const frames = eventFrames({
    ...{ place: place(waits), after: 7, selection, run: nothing, isUnread: () => true },
  })
  t.same(await all(frames), [begins, ': ping\n\n'])
})

test('while Postgres is unreachable the stream waits, and then continues', async (t) => {
  const asked: unknown[] = []
  const answers = [
    [{ id: 'a', log_id: 8, text: '{"a":1}' }],
    new Error('Connection terminated unexpectedly'),
    [{ id: 'b', log_id: 9, text: '{"b":2}' }],
  ]
  const run: Run = async ({ values }) => {
    asked.push(values.find((value) => typeof value === 'number' && value >= 7 && value < 20))
    const answer = answers.shift() ?? []
    if (answer instanceof Error) throw answer
    return answer as never
  }
  const waits: readonly WaitEnd[] = ['events', 'quiet', 'events', 'over']
  const frames = eventFrames({ ...{ place: place(waits), after: 7, selection, run, isUnread } })
  t.same(await all(frames), [
    begins,
    `id: ${cursorAt(8)}\ndata: {"a":1}\n\n`,
    ': ping\n\n',
    `id: ${cursorAt(9)}\ndata: {"b":2}\n\n`,
  ])
  t.same(asked, [7, 8, 8, 9])
})

test('an unexpected error ends the stream', async (t) => {
  const run: Run = () => Promise.reject(new Error('column "x" does not exist'))
  const frames = eventFrames({ ...{ place: place([]), after: 7, selection, run, isUnread } })
  await t.rejects(all(frames), /does not exist/)
})
