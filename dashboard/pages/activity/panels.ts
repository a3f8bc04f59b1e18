import type { Durations, Figures } from '@recado/contract/dashboard/activity'
import { toneOfClass } from '../../parts/tones.ts'
import { text } from '../../text/choose.ts'
import { formatNumber } from '../../text/count.ts'
import { durationOf, shareOf } from './format.ts'

/** One part of each bar of a chart. */
export type Series = {
  readonly name: string
  readonly label: string
  /** Class of its colour. */
  readonly tone: string
  readonly value: (figures: Figures) => number
  /** The list that it counts, as a path with filters, without the time range. */
  readonly list: string
}

/** A chart: bars of stacked counts, or of times one within the other. */
export type Panel = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly kind: 'counts' | 'times'
  /** Its bars have one part. */
  readonly isPlain?: true
  readonly series: readonly Series[]
  /** A text beside the numbers of the series. */
  readonly more: (figures: Figures) => string
}

const OUT = 'messages?direction=outbound'
const IN = 'messages?direction=inbound'

/** All charts. @param total the figures of the whole range, which has every error class that occurs */
export function panelsOf(total: Figures): readonly Panel[] {
  return [
    receivedPanel(),
    sentPanel(),
    failedPanel(total),
    deliveredInPanel(),
    answeredInPanel(),
    deliveriesPanel(),
  ]
}

/** A value of a chart in words; a time of zero has none. */
export function formatValue({ kind }: Panel, value: number): string {
  if (kind === 'counts') return formatNumber(value)
  return value === 0 ? '–' : durationOf(value)
}

function receivedPanel(): Panel {
  const { panels, abouts, messages } = text().activity
  const value = (of: Figures) => of.received
  const series = [{ name: 'received', label: messages, tone: 'accent', value, list: IN }]
  const heads = { title: panels.received, about: abouts.received }
  return { name: 'received', ...heads, kind: 'counts', isPlain: true, series, more: () => '' }
}

const OUTBOUND = [
  ['read', 'accent'],
  ['delivered', 'mid'],
  ['sent', 'soft'],
  ['pending', 'wait'],
  ['failed', 'bad'],
] as const

function sentPanel(): Panel {
  const { panels, abouts, share } = text().activity
  const { statuses } = text()
  const series = OUTBOUND.map(([status, tone]) => ({
    name: status,
    label: statuses[status],
    tone,
    list: `${OUT}&status=${status}`,
    value: ({ outbound }: Figures) => outbound[status],
  }))
  const more = ({ outbound }: Figures) => {
    const whole = OUTBOUND.reduce((sum, [status]) => sum + outbound[status], 0)
    if (whole === 0) return ''
    const arrived = share.arrived(shareOf(outbound.delivered + outbound.read, whole))
    return `${arrived} · ${share.read(shareOf(outbound.read, whole))}`
  }
  return { name: 'sent', title: panels.sent, about: abouts.sent, kind: 'counts', series, more }
}

function failedPanel(total: Figures): Panel {
  const { panels, abouts, classes } = text().activity
  const names: Readonly<Record<string, string>> = classes
  const series = Object.keys(total.failed)
    .sort((a, b) => (total.failed[b] ?? 0) - (total.failed[a] ?? 0))
    .map((name) => ({
      name,
      label: names[name] ?? name,
      tone: toneOfClass(name),
      value: (of: Figures) => of.failed[name] ?? 0,
      list: `${OUT}&status=failed&error_class=${encodeURIComponent(name)}`,
    }))
  const heads = { title: panels.failed, about: abouts.failed }
  return { name: 'failed', ...heads, kind: 'counts', series, more: () => '' }
}

function deliveredInPanel(): Panel {
  const { panels, abouts, delivered } = text().activity
  const more = ({ delivered_in: { count } }: Figures) =>
    count === 0 ? '' : `${delivered}: ${formatNumber(count)}`
  const heads = { title: panels.deliveredIn, about: abouts.deliveredIn }
  const series = timeSeries(({ delivered_in }) => delivered_in, OUT)
  return { name: 'delivered_in', ...heads, kind: 'times', series, more }
}

function answeredInPanel(): Panel {
  const { panels, abouts, ofWaits } = text().activity
  const more = ({ answered_in: { count }, waits }: Figures) =>
    waits === 0 ? '' : ofWaits(formatNumber(count), formatNumber(waits))
  const heads = { title: panels.answeredIn, about: abouts.answeredIn }
  const series = timeSeries(({ answered_in }) => answered_in, IN)
  return { name: 'answered_in', ...heads, kind: 'times', series, more }
}

function timeSeries(of: (figures: Figures) => Durations, list: string): Series[] {
  const { p50, p95 } = text().activity
  return [
    { name: 'p50', label: p50, tone: 'accent', value: (all) => of(all).p50_s ?? 0, list },
    { name: 'p95', label: p95, tone: 'soft', value: (all) => of(all).p95_s ?? 0, list },
  ]
}

const DELIVERIES = [
  ['delivered', 'accent'],
  ['pending', 'wait'],
  ['failed', 'half'],
  ['dead', 'bad'],
] as const

function deliveriesPanel(): Panel {
  const { panels, abouts, attempts, retrying } = text().activity
  const { statuses } = text()
  const series = DELIVERIES.map(([status, tone]) => ({
    name: status,
    label: status === 'failed' ? retrying : statuses[status],
    tone,
    value: (of: Figures) => of.deliveries[status],
    list: `deliveries?status=${status}`,
  }))
  const more = (of: Figures) =>
    of.attempts === 0 ? '' : `${attempts}: ${formatNumber(of.attempts)}`
  const heads = { title: panels.deliveries, about: abouts.deliveries }
  return { name: 'deliveries', ...heads, kind: 'counts', series, more }
}
