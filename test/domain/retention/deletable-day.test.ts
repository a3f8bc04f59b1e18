import { applyRetention } from '@recado/domain/retention/apply-retention'
import { deletableDay, keptSince } from '@recado/domain/retention/deletable-day'
import { retention } from '@recado/domain/retention/retention'
import { dayOf, dayStream } from '@recado/infra/event-store/journal'
import fc from 'fast-check'
import { test } from 'tap'

const times = fc.date({
  min: new Date('2020-01-01T00:00:00.000Z'),
  max: new Date('2060-01-01T00:00:00.000Z'),
  noInvalidDate: true,
})
const days = fc.integer({ min: 1, max: 36_500 })

test('whatever the settings, the streams of today and yesterday are kept', async () => {
  fc.assert(
    fc.property(times, days, fc.nat(1_000), (now, kept, earlier) => {
      const before = new Date(Date.parse(keptSince(now, kept)) - earlier).toISOString()
      const yesterday = new Date(now.getTime() - 24 * 60 * 60 * 1000)
      return [now, yesterday].every(
        (at) => String(dayOf(dayStream('providerEvent', 'c', at))) > deletableDay(before),
      )
    }),
  )
})

test('so they are when more is to be deleted than the settings say: the decision refuses', async () => {
  fc.assert(
    fc.property(times, times, (now, before) => {
      const outcome = applyRetention(
        {
          ...{ account_id: null, category: 'providerEvent', after: null },
          ...{ before: before.toISOString(), at: now.toISOString() },
        },
        retention.initialState,
      )
      const today = String(dayOf(dayStream('webhookDelivery', 'c', now)))
      return 'refused' in outcome || today > deletableDay(before.toISOString())
    }),
  )
})

test('a stream is deleted a day after its rows, and only when its whole day is old enough', async (t) => {
  t.equal(deletableDay('2026-03-01T00:00:00.000Z'), '20260227')
  t.equal(deletableDay('2026-03-01T23:59:59.999Z'), '20260227')
  t.equal(keptSince(new Date('2026-03-01T13:00:00.000Z'), 1), '2026-02-28T00:00:00.000Z')
})

test('only streams of journals belong to a day', async (t) => {
  const at = new Date('2026-01-31T23:59:59.999Z')
  t.equal(dayOf(dayStream('providerPost', null, at)), '20260131')
  t.equal(dayOf(dayStream('webhookDelivery', 'c', at)), '20260131')
  t.equal(dayOf('message-c.20260131'), null)
  t.equal(dayOf('providerEvent-c'), null)
})
