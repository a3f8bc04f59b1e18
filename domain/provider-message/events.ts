import type { FieldClasses } from '../field-classes.ts'
import type { Party } from '../message/events.ts'

/** What a provider tells of a message on its way; `played` counts as read. */
export type ProviderStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** A status as the provider told it. Pure function of the raw event and of the fact's `translation_version`. */
export type StatusIntent = {
  provider_message_id: string
  status: ProviderStatus
  provider_timestamp: string
  recipient: Party
  /** The caller's value, or our message id when the caller gave none. */
  biz_opaque_callback_data: string | null
  errors: object[]
  pricing: object | null
}

/**
 * The provider reported a status. Stream: uuid of connection + provider message id, written only by intake;
 * it may come before the send's own outcome, so the projector joins the two in either order.
 */
export type MessageStatusReported = {
  type: 'MessageStatusReported'
  data: { connection_id: string; intent: StatusIntent; raw_event_id: string; recorded_at: string }
}

export type ProviderMessageEvent = MessageStatusReported

/** Which fields of each fact are personal or raw. */
export const PROVIDER_MESSAGE_FIELDS = {
  MessageStatusReported: {
    'intent.provider_message_id': 'personal',
    'intent.recipient': 'personal',
    'intent.biz_opaque_callback_data': 'personal',
    'intent.errors': 'raw',
    'intent.pricing': 'raw',
  },
} satisfies FieldClasses<ProviderMessageEvent>
