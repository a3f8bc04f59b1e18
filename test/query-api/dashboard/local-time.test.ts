import { boundsOf, daysOf } from '@recado/query-api/dashboard/activity/local-time'
import { test } from 'tap'

test('a day on which clocks go back is one bucket of 25 hours', async (t) => {
  const dayOf = daysOf('America/New_York')
  const day = { from: '2026-11-01', to: '2026-11-01' }
  t.same(dayOf && boundsOf('day', day, dayOf), [
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ])
})
