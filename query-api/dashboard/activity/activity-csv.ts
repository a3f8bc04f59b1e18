import type { Activity, Bucket, Figures } from '@recado/contract/dashboard/activity'

type Cell = string | number | null
type Column = readonly [name: string, of: (figures: Figures) => Cell]

/** Activity as CSV (RFC 4180): a line for each hour or day, a column for each figure. */
export function activityCsv({ buckets, total, zone }: Activity): string {
  const columns = [...COLUMNS, ...Object.keys(total.failed).sort().map(failedColumn)]
  const head = ['start', 'end', `start (${zone})`, ...columns.map(([name]) => name)]
  const local = localTimes(zone)
  const line = (bucket: Bucket) => [
    ...[bucket.start, bucket.end, local(bucket.start)],
    ...columns.map(([, of]) => of(bucket)),
  ]
  return [head, ...buckets.map(line)].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

const COLUMNS: readonly Column[] = [
  ['received', ({ received }) => received],
  ['outbound_pending', ({ outbound }) => outbound.pending],
  ['outbound_sent', ({ outbound }) => outbound.sent],
  ['outbound_delivered', ({ outbound }) => outbound.delivered],
  ['outbound_read', ({ outbound }) => outbound.read],
  ['outbound_failed', ({ outbound }) => outbound.failed],
  ['delivered_in_count', ({ delivered_in }) => delivered_in.count],
  ['delivered_in_p50_s', ({ delivered_in }) => delivered_in.p50_s],
  ['delivered_in_p95_s', ({ delivered_in }) => delivered_in.p95_s],
  ['waits', ({ waits }) => waits],
  ['answered_in_count', ({ answered_in }) => answered_in.count],
  ['answered_in_p50_s', ({ answered_in }) => answered_in.p50_s],
  ['answered_in_p95_s', ({ answered_in }) => answered_in.p95_s],
  ['deliveries_pending', ({ deliveries }) => deliveries.pending],
  ['deliveries_delivered', ({ deliveries }) => deliveries.delivered],
  ['deliveries_failed', ({ deliveries }) => deliveries.failed],
  ['deliveries_dead', ({ deliveries }) => deliveries.dead],
  ['attempts', ({ attempts }) => attempts],
]

function failedColumn(name: string): Column {
  return [`failed_${name}`, ({ failed }) => failed[name] ?? 0]
}

/** A cell of CSV. A text that a spreadsheet would evaluate as a formula gets an apostrophe in front. */
export function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function localTimes(zone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    timeZone: zone,
  })
  return (at) => format.format(new Date(at))
}
