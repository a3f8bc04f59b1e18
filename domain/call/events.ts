import type { FieldClasses } from '../field-classes.ts'
import type { MessageIntent } from '../message/events.ts'

/** A call as the provider reported it: a pure function of the raw event and of the fact's `translation_version`. */
export type CallIntent = {
  provider_call_id: string
  /** The caller. */
  party: MessageIntent['party']
  profile_name: string | null
  /** By the provider's clock, ISO 8601. */
  provider_timestamp: string
}

/** A person called the business, answered or not. The provider's 24-hour window opens with it. */
export type CallReceived = {
  type: 'CallReceived'
  data: {
    connection_id: string
    conversation_id: string
    contact_id: string
    intent: CallIntent
    /** Event id of the raw provider event. */
    raw_event_id: string
    recorded_at: string
  }
}

export type CallEvent = CallReceived

export const CALL_FIELDS = {
  CallReceived: {
    'intent.provider_call_id': 'personal',
    'intent.party': 'personal',
    'intent.profile_name': 'personal',
  },
} satisfies FieldClasses<CallEvent>
