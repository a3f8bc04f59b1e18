import { InvalidArgumentError } from 'commander'
import { UsageError } from './io.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** An ISO 8601 time from a span before now, such as 10m, 2h or 3d, or from a time of ISO 8601. @throws UsageError */
export function parseTime(text: string, now = Date.now()): string {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(now - Number(count) * (UNITS[unit] ?? 0)).toISOString()
  // Date.parse alone would read "10" as October 2001.
  const ms = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms))
    throw new UsageError(`${text} is not a time: write 10m, 2h, 3d or 2026-01-31T09:00:00Z`)
  return new Date(ms).toISOString()
}

/** An option's value as a whole number from 1 on. @throws InvalidArgumentError, which commander shows with the option */
export function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return count
}
