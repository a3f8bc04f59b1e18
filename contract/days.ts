import { DAY_MS } from '@recado/domain/durations'

/** The day so many days after a day `YYYY-MM-DD`; before it, if they are negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The number of days from one day to another, both inclusive; less than one when the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** The longest span of one answer, in days, for figures by hour and by day. */
export const MAX_DAYS = { hour: 31, day: 400 } as const
