import type { FieldClasses } from '../field-classes.ts'

/** The outcome of one POST; `gone` is an answer of 410. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'gone'

/** Why a POST got no answer. */
export type NoAnswer =
  | ('connection_refused' | 'dns' | 'unreachable' | 'tls' | 'timeout' | 'connection_closed')
  | ('address_forbidden' | 'invalid_answer' | 'secret_lost' | 'unknown')

/** One POST to the customer's URL was made. Journal: duplicates may stand in the log, readers drop them by event id. */
export type DeliveryAttempted = {
  type: 'DeliveryAttempted'
  data: {
    delivery_id: string
    webhook_id: string
    connection_id: string
    /** The id of the outbound event, the same on retries and redeliveries. */
    event_id: string
    sequence: number | null
    /** From 1. */
    attempt: number
    outcome: DeliveryOutcome
    http_status: number | null
    error: string | null
    /** Absent when an answer came. */
    failure?: NoAnswer
    took_ms: number
    target_url: string
    /** When the next attempt is due; null when none is planned. */
    next_at: string | null
    /** First 4 KiB of the answer, on failure. */
    answer_excerpt: string | null
    attempted_at: string
    /**
     * Headers x-service-signature and webhook-signature, as sent. Absent where nothing was signed, and in old facts.
     */
    signed?: { service: string; standard: string }
  }
}

/** The delivery was given up (a dead letter): no attempt is left, an answer was 410, or a pause took too long. */
export type DeliveryGivenUp = {
  type: 'DeliveryGivenUp'
  data: {
    delivery_id: string
    webhook_id: string
    connection_id: string
    event_id: string
    reason: 'exhausted' | 'gone' | 'skipped'
    given_up_at: string
  }
}

/** A caller requested that the event is delivered again, under a new delivery id. */
export type RedeliveryRequested = {
  type: 'RedeliveryRequested'
  data: {
    delivery_id: string
    original_delivery_id: string
    webhook_id: string
    connection_id: string
    event_id: string
    requested_at: string
  }
}

/** A caller requested the delivery of a sample event, to try the endpoint. It is not counted as traffic. */
export type TestDeliveryRequested = {
  type: 'TestDeliveryRequested'
  data: {
    delivery_id: string
    webhook_id: string
    connection_id: string
    /** The id of the sample, which stands for no real event. */
    event_id: string
    event: string
    /** The exact text to sign and send. */
    body: string
    requested_at: string
  }
}

/**
 * A recovery found that an event was never delivered, and delivers it. The fact gives the event its place in the
 * conversation, on which later places are based, so it stands in a journal that retention keeps:
 * `webhookDelivery-<connection>.<recovery>`.
 */
export type DeliveryRecovered = {
  type: 'DeliveryRecovered'
  data: {
    /** A new id, or that of the event's first delivery when there was none. */
    delivery_id: string
    recovery_id: string
    event_id: string
    webhook_id: string
    connection_id: string
    recovered_at: string
  }
}

export type WebhookDeliveryEvent =
  | DeliveryAttempted
  | DeliveryGivenUp
  | RedeliveryRequested
  | TestDeliveryRequested
  | DeliveryRecovered

export const WEBHOOK_DELIVERY_FIELDS = {
  DeliveryAttempted: {
    target_url: 'personal',
    error: 'personal',
    answer_excerpt: 'raw',
    signed: 'raw',
  },
  DeliveryGivenUp: {},
  RedeliveryRequested: {},
  TestDeliveryRequested: { body: 'raw', event: 'plain' },
  DeliveryRecovered: {},
} satisfies FieldClasses<WebhookDeliveryEvent>
