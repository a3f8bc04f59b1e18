import { dayAfter } from '@recado/contract/days'
import { zone } from '../../text/time.ts'

/** The days shown, and the step. */
export type Range = {
  readonly per: 'hour' | 'day'
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
}

/** Common ranges: the number of days up to today, and the step. */
export const RANGES = {
  today: { days: 1, per: 'hour' },
  week: { days: 7, per: 'hour' },
  month: { days: 30, per: 'day' },
  quarter: { days: 90, per: 'day' },
  year: { days: 365, per: 'day' },
} as const

/** The range in an address; the default is thirty days. */
export function rangeOf(query: Readonly<Record<string, string>>): Range {
  const to = isDay(query.to) ? query.to : today()
  const from = isDay(query.from) ? query.from : dayAfter(to, 1 - RANGES.month.days)
  return { per: query.per === 'hour' ? 'hour' : 'day', from, to }
}

/** A common range, up to today. */
export function usualRange(name: keyof typeof RANGES): Range {
  const { days, per } = RANGES[name]
  return { per, from: dayAfter(today(), 1 - days), to: today() }
}

/** Whether the range includes today. */
export function includesToday({ to }: Range): boolean {
  return to >= today()
}

/** The query string for a range. */
export function queryOf({ per, from, to }: Range, connection: string): string {
  const params = new URLSearchParams({ per, from, to, zone: zone() })
  if (connection !== '') params.set('connection_id', connection)
  return `?${params}`
}

/** Today in the user's time zone. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
