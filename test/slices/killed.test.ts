import { test } from 'tap'
import { killed } from './killed.ts'

test('each process is killed once while people write and the business sends', (t) =>
  killed(t, { inbound: 150, sends: 30, rounds: 1, pauseMs: 1_000 }))
