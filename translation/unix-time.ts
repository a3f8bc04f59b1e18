import { asText } from '@recado/domain/provider-event/loose-json'

/** The last second whose year has four digits. */
const MAX_SECONDS = 253_402_300_799

/** ISO 8601 of a provider's time (seconds since 1970, text or number); `fallback` when missing or out of range. */
export function unixTime(value: unknown, fallback: string): string {
  const seconds = Number(asText(value) ?? Number.NaN)
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) return fallback
  return new Date(Math.trunc(seconds) * 1_000).toISOString()
}
