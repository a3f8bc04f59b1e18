import type { FieldClasses } from '../field-classes.ts'
import type { Party } from '../message/events.ts'
import type { Native } from '../native-json.ts'

/** A status of a message, as a provider names it; `played` counts as read. */
export type ProviderStatus = 'sent' | 'delivered' | 'read' | 'played' | 'failed'

/** A status as the provider reported it: a pure function of the raw event and of the fact's `translation_version`. */
export type StatusIntent = {
  provider_message_id: string
  status: ProviderStatus
  provider_timestamp: string
  recipient: Party
  /** The caller's correlation value, or our message id when the caller gave none. */
  biz_opaque_callback_data: string | null
  errors: Native[]
  pricing: Native | null
}

/**
 * The provider reported a status of a message. Stream: uuid of connection and provider message id, written only by
 * intake. The status may precede the outcome of its send, so the projector joins the two in either order.
 */
export type MessageStatusReported = {
  type: 'MessageStatusReported'
  data: { connection_id: string; intent: StatusIntent; raw_event_id: string; recorded_at: string }
}

export type ProviderMessageEvent = MessageStatusReported

export const PROVIDER_MESSAGE_FIELDS = {
  MessageStatusReported: {
    'intent.provider_message_id': 'personal',
    'intent.recipient': 'personal',
    'intent.biz_opaque_callback_data': 'personal',
    'intent.errors': 'raw',
    'intent.pricing': 'raw',
  },
} satisfies FieldClasses<ProviderMessageEvent>
