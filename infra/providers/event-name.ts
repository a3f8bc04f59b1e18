import { brokenBound } from '@recado/domain/bounds'
import { asText } from '@recado/domain/provider-event/loose-json'

/** What a provider calls an event. A name that no list of ours can hold is unknown to us, and stays in the payload. */
export function eventName(told: unknown): string {
  const name = asText(told)
  return name === null || brokenBound('event_name', name) !== null ? 'unknown' : name
}
