import type { FieldClasses } from '../field-classes.ts'

/** What came of one POST. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'gone'

/** One POST to the customer's URL. Journal: duplicates may stand in the log, readers drop them by event id. */
export type DeliveryAttempted = {
  type: 'DeliveryAttempted'
  data: {
    delivery_id: string
    webhook_id: string
    connection_id: string
    /** The outbound event's id, the same on retries and redeliveries. */
    event_id: string
    sequence: number | null
    /** From 1. */
    attempt: number
    outcome: DeliveryOutcome
    http_status: number | null
    error: string | null
    took_ms: number
    target_url: string
    /** When the next attempt is due; null when none is planned. */
    next_at: string | null
    /** First 4 KiB of the answer, on failure. */
    answer_excerpt: string | null
    attempted_at: string
    /**
     * The signatures as sent, the values of the headers x-service-signature and webhook-signature. Absent where nothing
     * could be signed, and in facts of before they were kept.
     */
    signed?: { service: string; standard: string }
  }
}

/** No attempt is left, or it was skipped after a pause: dead letter. */
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

/** Somebody asked for the event to be delivered again, under a new delivery id. */
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

/** Somebody asked for a sample of an event, to try the endpoint. It is no traffic: nothing counts it. */
export type TestDeliveryRequested = {
  type: 'TestDeliveryRequested'
  data: {
    delivery_id: string
    webhook_id: string
    connection_id: string
    /** Of an event that never was; the sample's own id. */
    event_id: string
    event: string
    /** The exact text to sign and send. */
    body: string
    requested_at: string
  }
}

/**
 * A recovery found that an event was never delivered: here it is again. Journal, at most 100 in an append. It gives the
 * event its place in the conversation, on which later places rest: so its stream is the recovery's, and stays.
 */
export type DeliveryRecovered = {
  type: 'DeliveryRecovered'
  data: {
    /** That of the event's first delivery when it never had one. */
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

/** Which fields of each fact are personal or raw. */
export const WEBHOOK_DELIVERY_FIELDS = {
  DeliveryAttempted: { target_url: 'personal', error: 'personal', answer_excerpt: 'raw' },
  DeliveryGivenUp: {},
  RedeliveryRequested: {},
  TestDeliveryRequested: { body: 'raw', event: 'plain' },
  DeliveryRecovered: {},
} satisfies FieldClasses<WebhookDeliveryEvent>
