import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { eventsOf, type Range, readBound } from '@recado/tools/range'
import { test } from 'tap'
import { accountOpened } from '../examples/account.ts'
import { recorded } from '../kit/projecting.ts'
import { readLog } from './read-log.ts'

/** One event each day of a year. */
const year = Array.from({ length: 365 }, (_, day) => {
  const at = new Date(Date.UTC(2026, 0, 1 + day, 9)).toISOString()
  return recorded('account-1', accountOpened, { account_id: '1', at }) as RecordedEvent
})

async function read(range: Partial<Range>, signal = new AbortController().signal) {
  const events: RecordedEvent[] = []
  const skipped: RecordedEvent[] = []
  let reads = 0
  const store = readLog(year, () => {
    reads += 1
  })
  const reading = { signal, onSkipped: (event: RecordedEvent) => void skipped.push(event) }
  for await (const event of eventsOf(store, { from: null, to: null, ...range }, reading))
    events.push(event)
  return { events, skipped, reads }
}

test('a range of times is found from the nearer end of the log', async (t) => {
  const late = await read({ from: readBound('from', '2026-12-20') })
  t.same(late.events, year.slice(353))
  t.ok(late.reads < 50, `${late.reads} reads`)
  const from = readBound('from', '2026-01-11T09:00:00Z')
  const early = await read({ from, to: readBound('to', '2026-01-12T09:00:00Z') })
  t.same(early.events, year.slice(10, 12), 'both ends included')
  t.ok(early.reads < 50, `${early.reads} reads`)
  t.same((await read({ from: readBound('from', '2025-01-01') })).events, year)
  t.same((await read({ from: readBound('from', '2027-02-01') })).events, [])
})

test('what happened in the day before the range is seen', async (t) => {
  const { skipped } = await read({ from: readBound('from', '2026-06-10T12:00:00Z') })
  t.ok(skipped.some(({ created }) => created === '2026-06-10T09:00:00.000Z'))
})

test('a range ends at once with its signal, and is whole when no event is left', async (t) => {
  const ended = AbortSignal.abort()
  await t.rejects(read({}, ended), { name: 'AbortError' })
  await t.rejects(read({ from: readBound('from', '2026-12-20') }, ended), { name: 'AbortError' })
})

test('a day that its month does not have and a time without its zone are refused', async (t) => {
  for (const text of [
    '2026-02-31',
    '2026-01-31T09:00:00',
    '2026-13-01',
    'yesterday',
    '1'.repeat(19),
  ])
    t.throws(() => readBound('from', text), { name: 'UsageError', message: /^--from takes/ }, text)
  t.same(readBound('from', '2026-01-31'), { time: '2026-01-31T00:00:00.000Z' })
  t.same(readBound('to', '2026-01-31T09:00:00-03:00'), { time: '2026-01-31T12:00:00.000Z' })
  t.same(readBound('to', '120'), { position: 120n })
})
