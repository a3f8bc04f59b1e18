import { dayStream } from '@recado/infra/event-store/journal'
import { test } from 'tap'

test('a journal has one stream per UTC day', async (t) => {
  const lateAtNight = new Date('2026-01-31T23:59:59.999Z')

  t.equal(dayStream('providerEvent', 'c1', lateAtNight), 'providerEvent-c1.20260131')
  t.equal(
    dayStream('webhookDelivery', 'c1', new Date(lateAtNight.getTime() + 1)),
    'webhookDelivery-c1.20260201',
  )
  t.equal(dayStream('providerPost', null, lateAtNight), 'providerPost-20260131')
})
