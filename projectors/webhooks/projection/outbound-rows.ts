import { table } from '../../engine/table.ts'

export type OutboundEventRow = {
  readonly id: string
  readonly account_id: string
  /** Null of an event that belongs to no connection. */
  readonly connection_id: string | null
  readonly conversation_id: string | null
  readonly message_id: string | null
  readonly event: string
  readonly event_key: string
  /** Gives the order. It is the integer id of the fact, which survives an import into another log. */
  readonly log_id: number
  readonly position: number
  readonly recorded_at: string
  /** Recorded by a replay: told to no webhook, not even by a recovery. */
  readonly quiet: boolean
  /** When the event's fact was recorded; of a redelivery, when the first event's was. */
  readonly event_at: string
  /** A provider's event as received, which retention removes with its raw event. */
  readonly is_native: boolean
  /** The POST's body, with a `sequence` of null. Null where the row in `raw_events` or the original event has it. */
  readonly body: string | null
  /** The event that a redelivery repeats; null for any other event. */
  readonly original_id: string | null
}

/**
 * Of a partition, everything recorded in a minute or later has this log id or a higher one. `latest` repeats the newest
 * minute.
 */
type MinuteRow = {
  readonly id: string
  readonly partition: number
  readonly minute: string
  readonly log_id: number
}

export const outboundEvents = table<OutboundEventRow>({ name: 'outbound_events', maxCached: 0 })
export const outboundMinutes = table<MinuteRow>({ name: 'outbound_minutes', maxCached: 100 })
