import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logIdOf } from '@recado/infra/event-store/log-base'

/**
 * The integer id that the API shows for an event: its log position. In a log that was copied from another one it is
 * the id that the event kept, or the position above the ids of the copied events. Positions stay far below 2^53 (nine
 * petabytes of log).
 */
export function logId(event: RecordedEvent): number {
  return logIdOf(event, 0)
}
