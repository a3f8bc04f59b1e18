import { language } from './choose.ts'

/** A moment in the user's format, to the second; with its year unless that is the current one. */
export function timeOf(iso: string): string {
  const at = new Date(iso)
  const isOld = at.getFullYear() !== new Date().getFullYear()
  return new Intl.DateTimeFormat(language.value, {
    ...(isOld ? { year: 'numeric' } : {}),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

/** The time of day of a moment, to the millisecond. */
export function preciseTimeOf(iso: string): string {
  return new Intl.DateTimeFormat(language.value, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).format(new Date(iso))
}

/** A wait in words, such as `20 seconds` or `3 minutes`; from two minutes on, in whole minutes. */
export function waitOf(seconds: number): string {
  const [n, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language.value, style).format(n)
}

/** The user's time zone, in which times are shown. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
