import { brokenBound } from '@recado/domain/bounds'
import { asText } from '@recado/domain/provider-event/loose-json'

/** The name of a provider's event; `unknown` when it breaks our bounds. The original name stays in the payload. */
export function eventName(given: unknown): string {
  const name = asText(given)
  return name === null || brokenBound('event_name', name) !== null ? 'unknown' : name
}
