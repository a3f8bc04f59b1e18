import { asText } from '@recado/domain/provider-event/loose-json'

/** The last second whose year has four digits. */
const MAX_SECONDS = 253_402_300_799

/**
 * ISO 8601 of a provider's time (seconds since 1970, text or number); `fallback` when missing or out of range.
 * @param receivedAt when the raw event arrived, ISO 8601; replaces a later time
 */
export function unixTime(value: unknown, receivedAt: string, fallback = receivedAt): string {
  const seconds = Number(asText(value) ?? Number.NaN)
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) return fallback
  return notAfter(new Date(Math.trunc(seconds) * 1_000).toISOString(), receivedAt)
}

/** The time of a report, but never after its arrival: a later time means that the provider's clock is ahead. */
export function notAfter(told: string, receivedAt: string): string {
  return told > receivedAt ? receivedAt : told
}
