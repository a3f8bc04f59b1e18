import { test } from 'tap'
import { killed } from './killed.ts'

test('processes killed at random moments lose none of 1,000 inbound messages and 200 sends', (t) =>
  killed(t, { inbound: 1_000, sends: 200, rounds: 3, pauseMs: 4_000 }))

test('processes frozen and killed at random moments give one answer for each Idempotency-Key', (t) =>
  killed(t, { inbound: 1_000, sends: 300, rounds: 4, pauseMs: 3_000, freezeMs: 5_000 }))
