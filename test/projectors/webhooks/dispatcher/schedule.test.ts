import { DEFAULT_SCHEDULE, nextAttemptAt } from '@recado/projectors/webhooks/dispatcher/schedule'
import { test } from 'tap'

const now = new Date('2026-01-01T09:00:00.000Z')
const secondsAfter = (attempt: number, retryAfter: string | null, random = 0.5) => {
  const at = nextAttemptAt(DEFAULT_SCHEDULE, attempt, now, retryAfter, random)
  return at && (at.getTime() - now.getTime()) / 1000
}

test('eleven attempts, then none', async (t) => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((attempt) => secondsAfter(attempt, null))
  t.same(waits, [5, 60, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400, null])
})

test('waits are spread by a fifth either way', async (t) => {
  t.equal(secondsAfter(2, null, 0), 48)
  t.equal(secondsAfter(2, null, 1), 72)
})

test('a receiver that asks for more patience gets it, up to a day', async (t) => {
  t.equal(secondsAfter(1, '120'), 120)
  t.equal(secondsAfter(1, 'Thu, 01 Jan 2026 09:10:00 GMT'), 600)
  t.equal(secondsAfter(1, '999999'), 86400)
})

test('a receiver cannot shorten the wait, and nonsense is ignored', async (t) => {
  t.equal(secondsAfter(2, '1'), 60)
  t.equal(secondsAfter(1, 'soon'), 5)
  t.equal(secondsAfter(1, 'Thu, 01 Jan 2020 09:10:00 GMT'), 5)
})
