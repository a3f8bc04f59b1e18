import { pauseAfter } from '@recado/infra/event-store/find-leader'
import { test } from 'tap'

test('a leader is found soon after an election, and the search slows down while there is none', async (t) => {
  for (const round of [0, 1, 49, 50]) t.ok(pauseAfter(round) <= 125, `round ${round}`)
  for (const round of [60, 10_000]) t.ok(pauseAfter(round) >= 750, `round ${round}`)
  t.ok(pauseAfter(10_000) <= 1_250, 'and found within a second')
})
