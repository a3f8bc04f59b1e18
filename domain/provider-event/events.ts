import type { FieldClasses } from '../field-classes.ts'

/** One change of a provider's POST, kept as received before the POST was answered. Journal. */
export type ProviderEventReceived = {
  type: 'ProviderEventReceived'
  data: {
    /** null when it concerns no connection of ours: kept for the operator only. */
    connection_id: string | null
    /** Type of the connection that its sender serves. */
    source: string
    /** The provider's name for it, such as messages, statuses, session.status. */
    event: string
    /** The native envelope holding only this change (or this piece of it). */
    payload: object
    /** The payload is larger than a record: here it is only named, and so many parts before it have it whole. */
    payload_parts?: number
    /** The exact body when this record is the only one of the POST; else it stands in the post's own stream. */
    body: string | null
    /** Signature header as received; null with body null. */
    signature: string | null
    /** sha256 of the exact body, lower-case hex; finds the post's own stream. */
    body_sha256: string
    received_at: string
    /** The POST was rightly signed and is beyond a bound of ours: this tells the operator. */
    set_aside?: {
      reason: 'too_deep' | 'too_many_changes'
      bytes: number
      /** Whose it is, where its address says so. */
      connection_id: string | null
    }
  }
}

/** A part of a raw event's payload that no record can hold. Journal `providerEvent-<raw event>.<yyyymmdd>`. */
export type ProviderPayloadReceived = {
  type: 'ProviderPayloadReceived'
  data: {
    raw_event_id: string
    part: number
    parts: number
    /** Text of this part; all together are JSON. */
    body: string
    received_at: string
  }
}

/** The exact bytes of a POST that no single record could hold, in parts. Journal `providerPost-<yyyymmdd>`. */
export type ProviderPostReceived = {
  type: 'ProviderPostReceived'
  data: {
    body_sha256: string
    part: number
    parts: number
    /** UTF-8 text of this part. */
    body: string
    signature: string | null
    received_at: string
  }
}

export type ProviderEventEvent =
  | ProviderEventReceived
  | ProviderPayloadReceived
  | ProviderPostReceived

/** Which fields of each fact are personal or raw. */
export const PROVIDER_EVENT_FIELDS = {
  ProviderEventReceived: {
    payload: 'raw',
    body: 'raw',
    signature: 'raw',
    source: 'plain',
    event: 'plain',
  },
  ProviderPayloadReceived: { body: 'raw' },
  ProviderPostReceived: { body: 'raw', signature: 'raw' },
} satisfies FieldClasses<ProviderEventEvent>
