import { asText } from '@recado/domain/provider-event/loose-json'

/** The last second whose year has four digits. */
const MAX_SECONDS = 253_402_300_799

/**
 * ISO 8601 of a provider's time (seconds since 1970, text or number); `fallback` when missing or out of range.
 * @param receivedAt when the raw event came, ISO 8601: a later time counts as that
 */
export function unixTime(value: unknown, receivedAt: string, fallback = receivedAt): string {
  const seconds = Number(asText(value) ?? Number.NaN)
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) return fallback
  return notAfter(new Date(Math.trunc(seconds) * 1_000).toISOString(), receivedAt)
}

/** A time that a provider told, or the arrival when it is later: no report is from the future, so a clock is ahead. */
export function notAfter(told: string, receivedAt: string): string {
  return told > receivedAt ? receivedAt : told
}
