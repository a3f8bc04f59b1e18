import { applyRetention } from '@recado/domain/retention/apply-retention'
import type { RetentionApplied } from '@recado/domain/retention/events'
import { retention } from '@recado/domain/retention/retention'
import { test } from 'tap'
import { retentionApplied } from '../../examples/retention.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(retention, applyRetention)
const { applied_at: at, ...data } = retentionApplied.data
const first = { ...data, after: null, at }
const dayAfter = '2026-01-03T00:00:00.000Z'

test('everything older than a time is deleted', async () => {
  given().when(first).appends(retentionApplied)
})
test('a later time deletes more', async () => {
  const more: RetentionApplied = {
    ...retentionApplied,
    data: { ...retentionApplied.data, before: dayAfter },
  }
  given(retentionApplied)
    .when({ ...first, before: dayAfter, after: data.before })
    .appends(more)
})
test('an earlier time deletes nothing', async () => {
  const earlier = { ...first, before: '2026-01-01T00:00:00.000Z' }
  given(retentionApplied)
    .when({ ...earlier, after: data.before })
    .appends()
})
test('when another runner was first there is nothing to delete', async () => {
  given(retentionApplied)
    .when({ ...first, before: dayAfter })
    .appends()
})
test('each journal has its own time', async () => {
  const category = 'webhookDelivery'
  const other: RetentionApplied = {
    ...retentionApplied,
    data: { ...retentionApplied.data, category },
  }
  given(retentionApplied)
    .when({ ...first, category })
    .appends(other)
})
test('a day that is not over is kept', async () => {
  given()
    .when({ ...first, before: '2027-02-06T00:00:00.001Z' })
    .refuses('not_over')
})
test('the day before it may be deleted', async () => {
  const before = '2027-02-06T00:00:00.000Z'
  const all: RetentionApplied = { ...retentionApplied, data: { ...retentionApplied.data, before } }
  given()
    .when({ ...first, before })
    .appends(all)
})
