import { test } from 'tap'
import { killed } from '../slices/killed.ts'

test('processes are killed at random moments during 1,000 inbound messages and 200 sends', (t) =>
  killed(t, { inbound: 1_000, sends: 200, rounds: 3, pauseMs: 4_000 }))
