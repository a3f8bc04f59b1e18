import { asText } from '@recado/domain/provider-event/loose-json'

/** The last second whose year has four digits. */
const MAX_SECONDS = 253_402_300_799

/** Meta's time (seconds since 1970, as text or number) in ISO 8601; `otherwise` when it says none. */
export function graphTime(value: unknown, otherwise: string): string {
  const seconds = Number(asText(value) ?? Number.NaN)
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) return otherwise
  return new Date(Math.trunc(seconds) * 1_000).toISOString()
}
