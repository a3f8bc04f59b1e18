import { readConfig } from '@recado/infra/config'
import { longestAttempt } from '@recado/infra/http-client/webhook-client'
import {
  DEFAULT_TIMES,
  dispatchTimesOf,
} from '@recado/projectors/webhooks/dispatcher/dispatch-times'
import { nextAttemptAt } from '@recado/projectors/webhooks/dispatcher/schedule'
import { test } from 'tap'
import { NEEDED_SETTINGS } from '../../../kit/needed-settings.ts'

const now = new Date('2026-01-01T09:00:00.000Z')
const secondsAfter = (attempt: number, retryAfter: string | null, random = 0.5) => {
  const at = nextAttemptAt(DEFAULT_TIMES.schedule, attempt, now, retryAfter, random)
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

test('the schedule is a setting, and what depends on it follows', async (t) => {
  t.same(
    dispatchTimesOf(readConfig(NEEDED_SETTINGS)),
    DEFAULT_TIMES,
    'without it the waits are as told',
  )
  const week = { ...NEEDED_SETTINGS, WEBHOOK_RETRY_SCHEDULE: '1s,2m,168h' }
  const { schedule, failingMs } = dispatchTimesOf(readConfig(week))
  t.same(schedule, [0, 1_000, 120_000, 604_800_000])
  t.ok(failingMs > 604_921_000, 'nothing is given up as hopeless while its last retry is to come')
  t.ok(DEFAULT_TIMES.leaseMs > longestAttempt(DEFAULT_TIMES.timeoutMs) + 1_000)
})

test('a schedule that is none names the variable and the rule', async (t) => {
  const bad = ['5', '0s', '5s,', '5d', '169h', Array(31).fill('1s').join(), '100000s']
  for (const WEBHOOK_RETRY_SCHEDULE of bad)
    t.throws(
      () => readConfig({ ...NEEDED_SETTINGS, WEBHOOK_RETRY_SCHEDULE }),
      /WEBHOOK_RETRY_SCHEDULE must/,
    )
})
