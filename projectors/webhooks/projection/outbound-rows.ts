import { table } from '../../engine/table.ts'

/** What customers can be told of one fact, and GET /events shows. */
export type OutboundEventRow = {
  /** That of the fact. */
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly conversation_id: string | null
  /** Null for what is not told of a message. */
  readonly message_id: string | null
  readonly event: string
  /** What the event is found by: see `eventKeys`. */
  readonly event_key: string
  /** Gives the order: the fact's place in the log, the same after an import into another. */
  readonly log_id: number
  /** Log position of the fact. */
  readonly position: number
  readonly recorded_at: string
  /** A replay has recorded it: no webhook tells of it, whoever asks for what was never delivered. */
  readonly quiet: boolean
  /** When the event was recorded that is told, be it once more. */
  readonly event_at: string
  /** A provider's event as it came, which goes with the raw event. */
  readonly is_native: boolean
  /** What is POSTed, but for its `sequence`, which is null. Null for a raw event whose row in `raw_events` has it. */
  readonly body: string | null
  /** The event that is told again; null for an event told first. */
  readonly original_id: string | null
}

/**
 * Where the events of a minute begin: what was recorded in it, or later, has this log id or a higher one. The row
 * `latest` repeats the newest minute.
 */
type MinuteRow = { readonly id: string; readonly minute: string; readonly log_id: number }

export const outboundEvents = table<OutboundEventRow>({ name: 'outbound_events', kept: 0 })
export const outboundMinutes = table<MinuteRow>({ name: 'outbound_minutes', kept: 100 })
