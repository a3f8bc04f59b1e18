import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logIdOf } from '@recado/infra/event-store/log-base'

/**
 * The integer id that the API shows for an event: its position in the log, or the one it kept when it was
 * copied from another log, and has beside it behind such ones. Positions stay far below 2^53 (nine petabytes of log).
 */
export function logId(event: RecordedEvent): number {
  return logIdOf(event, 0)
}
