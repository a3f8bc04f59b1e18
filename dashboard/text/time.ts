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

/** The user's time zone, in which times are shown. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
