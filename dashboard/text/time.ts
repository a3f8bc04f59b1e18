import { language } from './choose.ts'

/** A moment as the person writes it, to the second; the year only where it is another one. */
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

/** A moment within a story that lasts seconds: to the millisecond, with its zone. */
export function preciseTimeOf(iso: string): string {
  return new Intl.DateTimeFormat(language.value, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  }).format(new Date(iso))
}

/** The zone of the times that are shown. */
export function zone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
