import { isOlder, newer } from '@recado/domain/provider-clock'
import { test } from 'tap'

const [early, late] = ['2026-01-01T09:00:00.000Z', '2026-01-01T09:00:01.000Z']

test('of two times the later one is the newer; none counts as the oldest', async (t) => {
  t.equal(newer(early, late), late)
  t.equal(newer(late, early), late)
  t.equal(newer(null, early), early)
  t.equal(newer(early, null), early)
  t.equal(newer(null, null), null)
})

test('a report is older than one of a later second', async (t) => {
  t.equal(isOlder(early, late), true)
  t.equal(isOlder(late, early), false)
  t.equal(isOlder('2026-01-01T09:00:00.001Z', '2026-01-01T09:00:00.999Z'), false, 'one second')
  t.equal(isOlder(early, null), false)
  t.equal(isOlder(early, undefined), false)
})
