import type { FieldClasses } from '../field-classes.ts'
import type { Native } from '../native-json.ts'

/** One change of a provider's POST was received; recorded unchanged before the POST was answered. Journal. */
export type ProviderEventReceived = {
  type: 'ProviderEventReceived'
  data: {
    /** null when it belongs to no connection of ours: kept for the operator only. */
    connection_id: string | null
    /** The type of connection that its sender serves, such as official. */
    source: string
    /** The provider's name of the event, such as messages, statuses, session.status. */
    event: string
    /**
     * The provider's own name of the part of such events that this one is in, such as WAHA's message; null: in none. Present
     * only for events with such a part, because once the payload is erased nobody could tell. Absent in old facts.
     */
    event_part?: string | null
    /** The native envelope with only this change (or this piece of it); its JSON text where numbers or order need it. */
    payload: Native
    /**
     * Present when the payload is too large for a record: `payload` then only names it, and this many
     * `ProviderPayloadReceived` before this fact hold it whole.
     */
    payload_parts?: number
    /** The exact body when this record is all that its POST brought; else the body is in the stream of the POST. */
    body: string | null
    /** Signature header as received; null with body null. */
    signature: string | null
    /** sha256 of the exact body, lower-case hex; names the POST in its own stream. */
    body_sha256: string
    received_at: string
    /** Present when the POST was correctly signed but exceeds a limit of ours: shown to the operator. */
    set_aside?: {
      reason: 'too_deep' | 'too_many_changes'
      bytes: number
      /** The connection, where the address of the POST names one. */
      connection_id: string | null
    }
  }
}

/** A part of a raw event's payload that is too large for a record. Journal `providerEvent-<raw event>.<yyyymmdd>`. */
export type ProviderPayloadReceived = {
  type: 'ProviderPayloadReceived'
  data: {
    raw_event_id: string
    part: number
    parts: number
    /** Text of this part; the texts of all parts together are JSON. */
    body: string
    received_at: string
  }
}

/**
 * What a raw event holds of others, when a person in it is erased: the items about the person are null. The last such fact
 * holds in the place of the payload. In the stream of the payload's parts.
 */
export type ProviderEventReduced = {
  type: 'ProviderEventReduced'
  data: {
    raw_event_id: string
    /** The contact that was erased. */
    contact_id: string
    payload: Native
    received_at: string
    reduced_at: string
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
  | ProviderEventReduced

export const PROVIDER_EVENT_FIELDS = {
  ProviderEventReceived: {
    payload: 'saidRaw',
    body: 'saidRaw',
    signature: 'saidRaw',
    source: 'plain',
    event: 'plain',
    event_part: 'plain',
  },
  ProviderPayloadReceived: { body: 'saidRaw' },
  ProviderEventReduced: { payload: 'saidRaw' },
  ProviderPostReceived: { body: 'saidRaw', signature: 'saidRaw' },
} satisfies FieldClasses<ProviderEventEvent>
