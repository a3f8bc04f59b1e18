import { zone } from '../../text/time.ts'

/** Which days are shown, and in what steps. */
export type Range = {
  readonly per: 'hour' | 'day'
  /** The first day and the last one, as a date field has them. */
  readonly from: string
  readonly to: string
}

/** Ranges that one asks for often: how many days, today the last, and in what steps. */
export const RANGES = {
  today: { days: 1, per: 'hour' },
  week: { days: 7, per: 'hour' },
  month: { days: 30, per: 'day' },
  quarter: { days: 90, per: 'day' },
  year: { days: 365, per: 'day' },
} as const

/** The most days that are told at once. */
export const MOST = { hour: 31, day: 400 } as const

const DAY_MS = 24 * 60 * 60 * 1000

/** The range that an address asks for; thirty days unless told. */
export function rangeOf(query: Readonly<Record<string, string>>): Range {
  const to = isDay(query.to) ? query.to : today()
  const from = isDay(query.from) ? query.from : dayBefore(to, RANGES.month.days - 1)
  return { per: query.per === 'hour' ? 'hour' : 'day', from, to }
}

/** A range of so many days until today. */
export function usualRange(name: keyof typeof RANGES): Range {
  const { days, per } = RANGES[name]
  return { per, from: dayBefore(today(), days - 1), to: today() }
}

/** How many days a range has; fewer than one when it ends before it begins. */
export function daysIn({ from, to }: Range): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** Whether something may still happen in it. */
export function isGoingOn({ to }: Range): boolean {
  return to >= today()
}

/** The query of an answer about a range. */
export function queryOf({ per, from, to }: Range, connection: string): string {
  const asked = new URLSearchParams({ per, from, to, zone: zone() })
  if (connection !== '') asked.set('connection_id', connection)
  return `?${asked}`
}

/** The day in the zone of the person. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}
