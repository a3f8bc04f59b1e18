import { statusError } from '@recado/application/read-models/status-error'
import { test } from 'tap'

test('the error of a status is the first of its errors, cut to a bounded length', async (t) => {
  const details = 'Message undeliverable'
  const error = { code: 131026, title: 'Undeliverable', error_data: { details } }
  t.same(statusError([error, { code: 1 }]), {
    ...{ code: 131026, class: 'undeliverable', title: 'Undeliverable', details },
  })
  const long = '😀'.repeat(400_000)
  const told = statusError([{ code: long, title: `a${long}`, error_data: { details: `a${long}` } }])
  t.ok(JSON.stringify(told).length < 2_000)
  t.ok(String(told?.title).isWellFormed(), 'cut between characters')
  t.ok(String(told?.details).isWellFormed())
})
