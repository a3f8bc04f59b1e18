import { DAY_MS } from '../durations.ts'

/**
 * The last day whose streams may be deleted when nothing before a time is kept. It ends a day before that time,
 * because clocks differ: an attempt that is forgotten while its delivery is still shown would be made again.
 * @returns as in the names of streams, such as 20260131
 */
export function deletableDay(before: string): string {
  const day = new Date(Date.parse(before) - 2 * DAY_MS)
  return day.toISOString().slice(0, 10).replaceAll('-', '')
}

/** The start of the first day that is kept at a time. @param days at least 1 */
export function keptSince(now: Date, days: number): string {
  const day = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
  return `${day}T00:00:00.000Z`
}

/** Whether everything before a time is of an earlier day than the present one. @param at the present time */
export function isOver(before: string, at: string): boolean {
  return before <= `${at.slice(0, 10)}T00:00:00.000Z`
}
