import { progressLine, progressTo } from '@recado/tools/progress'
import { test } from 'tap'

test('progress shows how much was read, how fast, and an estimate of the remaining time', async (t) => {
  const early = progressLine({ facts: 12_000, seconds: 10, done: 0.25 })
  t.equal(early, '12,000 facts read, 1,200 a second, 25 % of the way, about 30 s left')
  const slow = progressLine({ facts: 12_000, seconds: 600, done: 0.25 })
  t.equal(slow, '12,000 facts read, 20 a second, 25 % of the way, about 30 min left')
  t.match(progressLine({ facts: 12_000, seconds: 600, done: 0.01 }), /about 16.5 h left$/)
})

test('at the first fact there is no estimate', async (t) => {
  t.equal(
    progressLine({ facts: 1, seconds: 5, done: 0 }),
    '1 facts read, 0 a second, 0 % of the way',
  )
})

test('the last fact is always reported', async (t) => {
  const lines: string[] = []
  const progress = progressTo(30n, (line) => void lines.push(line))
  for (const position of [10n, 20n, 30n]) progress(position)
  t.equal(lines.length, 1)
  t.match(lines[0], /^3 facts read, .* a second, 100 % of the way, about 0 s left$/)
})
