import { type Progress, progressLine } from '@recado/infra/progress'
import { progressTo } from '@recado/tools/progress'
import { test } from 'tap'

const line = (of: Partial<Progress>) =>
  progressLine({ did: '12,000 facts read', rate: '1,200', done: 0.25, seconds: 10, ...of })

test('progress shows how much was done, how fast, and an estimate of the remaining time', async (t) => {
  t.equal(line({}), '12,000 facts read, 25 %, 1,200 a second, about 30 s left')
  t.match(line({ seconds: 600 }), /, about 30 min left$/)
  t.match(line({ seconds: 600, done: 0.01 }), /, about 16.5 h left$/)
})

test('there is no estimate while nothing is done, and no part of a whole that nobody knows', async (t) => {
  t.equal(line({ done: 0 }), '12,000 facts read, 0 %, 1,200 a second')
  t.equal(line({ done: null }), '12,000 facts read, 1,200 a second')
})

test('progress along the log is told every five seconds', async (t) => {
  const lines: string[] = []
  let now = 0
  const passed = progressTo(
    30n,
    (told) => void lines.push(told),
    () => now,
  )
  for (const position of [10n, 15n, 20n, 25n, 30n]) {
    passed(position, position > 20n ? '1 difference' : undefined)
    now += 3_000
  }
  t.same(lines, [
    '3 facts read, 50 %, 1 a second, about 6 s left',
    '5 facts read: 1 difference, 100 %, 0 a second, about 0 s left',
  ])
})
