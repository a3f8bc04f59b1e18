import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/**
 * The integer id that the API shows for an event: its position in the log, or the one it kept when it was
 * copied from another log. Positions stay far below 2^53 (nine petabytes of log).
 */
export function logId(event: RecordedEvent): number {
  return event.metadata.log_id ?? Number(event.position)
}
