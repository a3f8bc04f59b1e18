import { InvalidArgumentError } from 'commander'
import { UsageError } from './io.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A moment as the API takes it, from such as 10m, 2h, 3d, or a time of ISO 8601. */
export function momentOf(text: string, now = Date.now()): string {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(now - Number(count) * (UNITS[unit] ?? 0)).toISOString()
  // Without the form, Date.parse takes 10 for an October of long ago.
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms))
    throw new UsageError(`${text} is no time: write 10m, 2h, 3d or 2026-01-31T09:00:00Z`)
  return new Date(ms).toISOString()
}

/** A whole number of at least 1, of an option. @throws what commander tells with the option's name */
export function countOf(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('It is a number from 1 on.')
  return count
}
