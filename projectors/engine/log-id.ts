import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logIdOf } from '@recado/infra/event-store/log-base'

/** The API's integer id: the log position, or what a copied log kept or assigned. Below 2^53 (nine petabytes of log). */
export function logId(event: RecordedEvent): number {
  return logIdOf(event, 0)
}
