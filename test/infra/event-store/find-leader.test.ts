import { answerMsIn, pauseAfter } from '@recado/infra/event-store/find-leader'
import { test } from 'tap'

test('a leader is found soon after an election, and the search slows down while there is none', async (t) => {
  for (const round of [0, 1, 49, 50]) t.ok(pauseAfter(round) <= 125, `round ${round}`)
  for (const round of [60, 10_000]) t.ok(pauseAfter(round) >= 750, `round ${round}`)
  t.ok(pauseAfter(10_000) <= 1_250, 'and found within a second')
})

test('a node gets a second to answer, and more when no answers come because this process is slow', async (t) => {
  for (const round of [0, 9, 10]) t.equal(answerMsIn(round), 1_000, `round ${round}`)
  t.equal(answerMsIn(11), 2_000)
  t.equal(answerMsIn(10_000), 4_000)
})
