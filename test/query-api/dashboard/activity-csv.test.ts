import { boundOfRank, durationBound } from '@recado/application/read-models/figures'
import { activityCsv, csvCell } from '@recado/query-api/dashboard/activity/activity-csv'
import { figuresOf } from '@recado/query-api/dashboard/activity/figures-of'
import { test } from 'tap'

test('no cell is a formula to a spreadsheet or breaks its line', async (t) => {
  t.equal(csvCell('=HYPERLINK("http://x")'), `"'=HYPERLINK(""http://x"")"`)
  for (const text of ['+1', '-1', '@x', '\tx']) t.equal(csvCell(text), `'${text}`)
  t.equal(csvCell('a,b'), '"a,b"')
  t.equal(csvCell('a\r\nb'), '"a\r\nb"')
  t.equal(csvCell(-1), '-1')
  t.equal(csvCell(null), '')
})

test('a class of errors is a column, whatever its name', async (t) => {
  const figures = figuresOf([{ name: 'failed.a,=1.b', n: 2 }])
  const [start, end] = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']
  const csv = activityCsv({
    ...{ per: 'hour', from: '2026-01-01', to: '2026-01-01', zone: 'UTC', deliveries_since: null },
    ...{ total: figures, buckets: [{ start, end, ...figures }] },
  })
  const [head, line, rest] = csv.split('\r\n')
  t.match(head, /,attempts,"failed_a,=1\.b"$/)
  t.match(line, /^2026-01-01T00:00:00\.000Z,.*,2026-01-01 00:00,0,.*,2$/)
  t.equal(rest, '')
})

test('durations are counted by upper bounds, and percentiles are bounds', async (t) => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()
  for (const [seconds, bound] of [
    [-5, 1],
    [0, 1],
    [1, 1],
    [1.001, 2],
    [61, 90],
    [86_400, 86_400],
    [99_999_999, 2_592_000],
  ] as const)
    t.equal(durationBound(at(0), at(seconds)), bound, `${seconds} s`)
  t.equal(boundOfRank({}, 0.5), null)
  t.equal(boundOfRank({ 5: 1 }, 0.95), 5)
  t.equal(boundOfRank({ 1: 50, 5: 45, 60: 5 }, 0.5), 1)
  t.equal(boundOfRank({ 1: 50, 5: 45, 60: 5 }, 0.95), 5)
  t.equal(boundOfRank({ 1: 49, 5: 45, 60: 6 }, 0.5), 5)
  t.equal(boundOfRank({ 1: 49, 5: 45, 60: 6 }, 0.95), 60)
})
