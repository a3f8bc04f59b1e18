import type { Bucket } from '@recado/contract/dashboard/activity'
import { language } from '../../text/choose.ts'

/** A share in percent; empty when the whole is 0. */
export function shareOf(part: number, whole: number): string {
  const format = new Intl.NumberFormat(language.value, { style: 'percent' })
  return whole === 0 ? '' : format.format(part / whole)
}

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A duration in the largest unit that it fills. */
export function durationOf(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? UNITS[3]
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language.value, format).format(seconds / size)
}

/** The hour or day of a bucket. */
export function momentOf(
  { start, end }: Pick<Bucket, 'start' | 'end'>,
  per: 'hour' | 'day',
): string {
  if (per === 'day') return dayOf(start)
  return `${dayOf(start)}, ${clockOf(start)}–${clockOf(end)}`
}

/** A day with its weekday, and with its year unless that is the current one. */
export function dayOf(at: string): string {
  const isOld = new Date(at).getFullYear() !== new Date().getFullYear()
  const shown = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const year = isOld ? ({ year: 'numeric' } as const) : {}
  return new Intl.DateTimeFormat(language.value, { ...shown, ...year }).format(new Date(at))
}

/** The short form of a moment, for the axis of a chart. */
export function shortMomentOf(at: string, per: 'hour' | 'day', isOneDay: boolean): string {
  if (per === 'hour' && isOneDay) return clockOf(at)
  return new Intl.DateTimeFormat(language.value, { day: 'numeric', month: 'short' }).format(
    new Date(at),
  )
}

function clockOf(at: string): string {
  const shown = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat(language.value, shown).format(new Date(at))
}
