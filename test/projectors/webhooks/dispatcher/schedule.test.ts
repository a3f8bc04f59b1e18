import { readConfig } from '@recado/infra/config'
import { maxAttemptMs } from '@recado/infra/http-client/webhook-client'
import {
  DEFAULT_TIMES,
  dispatchTimesOf,
  leaseMsOf,
} from '@recado/projectors/webhooks/dispatcher/dispatch-times'
import { nextAttemptAt } from '@recado/projectors/webhooks/dispatcher/schedule'
import { test } from 'tap'
import { NEEDED_SETTINGS } from '../../../kit/needed-settings.ts'

const now = new Date('2026-01-01T09:00:00.000Z')
const secondsAfter = (attempt: number, retryAfter: string | null, random = 0.5) => {
  const at = nextAttemptAt(DEFAULT_TIMES.schedule, attempt, now, retryAfter, random)
  return at && (at.getTime() - now.getTime()) / 1000
}

test('there are eleven attempts, then none', async (t) => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((attempt) => secondsAfter(attempt, null))
  t.same(waits, [5, 60, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400, null])
})

test('waits vary at random by up to a fifth', async (t) => {
  t.equal(secondsAfter(2, null, 0), 48)
  t.equal(secondsAfter(2, null, 1), 72)
})

test('a receiver may ask for a longer wait, up to a day', async (t) => {
  t.equal(secondsAfter(1, '120'), 120)
  t.equal(secondsAfter(1, 'Thu, 01 Jan 2026 09:10:00 GMT'), 600)
  t.equal(secondsAfter(1, '999999'), 86400)
})

test('a receiver cannot shorten the wait, and an invalid Retry-After is ignored', async (t) => {
  t.equal(secondsAfter(2, '1'), 60)
  t.equal(secondsAfter(1, 'soon'), 5)
  t.equal(secondsAfter(1, 'Thu, 01 Jan 2020 09:10:00 GMT'), 5)
})

test('the schedule is a setting, and the times that depend on it follow', async (t) => {
  t.same(
    dispatchTimesOf(readConfig(NEEDED_SETTINGS)),
    DEFAULT_TIMES,
    'the defaults apply without it',
  )
  const week = { ...NEEDED_SETTINGS, WEBHOOK_RETRY_SCHEDULE: '1s,2m,168h' }
  const { schedule, failingMs } = dispatchTimesOf(readConfig(week))
  t.same(schedule, [0, 1_000, 120_000, 604_800_000])
  t.ok(failingMs > 604_921_000, 'no webhook is deactivated before its last retry')
  for (const timeoutMs of [1, DEFAULT_TIMES.timeoutMs, 60_000])
    t.ok(
      leaseMsOf({ timeoutMs }) > maxAttemptMs(timeoutMs) + 1_000,
      'a lease outlasts each attempt',
    )
})

test('an invalid schedule is refused with the name of the setting and the rule', async (t) => {
  const bad = ['5', '0s', '5s,', '5d', '169h', Array(31).fill('1s').join(), '100000s']
  for (const WEBHOOK_RETRY_SCHEDULE of bad)
    t.throws(
      () => readConfig({ ...NEEDED_SETTINGS, WEBHOOK_RETRY_SCHEDULE }),
      /WEBHOOK_RETRY_SCHEDULE must/,
    )
})
