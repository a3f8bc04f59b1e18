import { dayAfter, daysBetween } from '@recado/contract/days'

const QUARTER_MS = 15 * 60 * 1000
const HOUR_MS = 4 * QUARTER_MS
/** No time zone is further from UTC. */
const MAX_OFFSET_MS = 16 * HOUR_MS

/** Returns a function from a time, ms, to its day in a zone, such as 2026-01-31; null for an unknown zone. */
export function daysOf(zone: string): ((at: number) => string) | null {
  try {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const format = new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: zone })
    return (at) => format.format(at)
  } catch {
    return null
  }
}

/**
 * The start of each hour or day of a span in a time zone, and its end, as ISO 8601. A day on which clocks change has 23
 * or 25 hours.
 */
export function boundsOf(
  per: 'hour' | 'day',
  span: { readonly from: string; readonly to: string },
  dayOf: (at: number) => string,
): readonly string[] {
  const bounds: number[] = []
  const days = daysBetween(span.from, span.to)
  let start = startOf(span.from, dayOf)
  for (let n = 1; n <= days; n++) {
    const end = startOf(dayAfter(span.from, n), dayOf)
    for (let at = start; at < end; at += per === 'hour' ? HOUR_MS : end - start) bounds.push(at)
    start = end
  }
  return [...bounds, start].map((at) => new Date(at).toISOString())
}

/** The start of a day, found by bisection to a quarter of an hour: not every day begins at midnight. */
function startOf(day: string, dayOf: (at: number) => string): number {
  let before = midnightUtc(day) - MAX_OFFSET_MS
  let within = midnightUtc(day) + MAX_OFFSET_MS
  while (within - before > QUARTER_MS) {
    const middle = before + Math.floor((within - before) / 2 / QUARTER_MS) * QUARTER_MS
    if (dayOf(middle) < day) before = middle
    else within = middle
  }
  return within
}

function midnightUtc(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`)
}
