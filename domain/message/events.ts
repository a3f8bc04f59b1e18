import type { FieldClasses } from '../field-classes.ts'
import type { Native } from '../native-json.ts'

/** Every type that can be sent, and those that only arrive. */
export type MessageType =
  | 'text'
  | 'template'
  | 'image'
  | 'video'
  | 'audio'
  | 'document'
  | 'sticker'
  | 'location'
  | 'contacts'
  | 'interactive'
  | 'reaction'
  | 'button'
  | 'order'
  | 'request_welcome'
  | 'edit'
  | 'revoke'
  | 'unsupported'

/** A person as the provider addresses them: phone digits with country code, or the BSUID. */
export type Party = { phone: string | null; business_scoped_user_id: string | null }

/** Why a send or a delivery failed. `class` is Recado's own class of the error; the other fields are the provider's. */
export type SendError = {
  code: number | string
  class: string
  title: string
  details: string | null
}

/** The ids that every fact of a message has. */
export type MessageIds = {
  message_id: string
  connection_id: string
  conversation_id: string
  contact_id: string
}

/**
 * A caller requested a send; recorded before the provider is called. It claims attempt 1, or waits unclaimed when
 * `held_until` is present.
 */
export type MessageSendRequested = {
  type: 'MessageSendRequested'
  data: MessageIds & {
    message_type: MessageType
    /** The text for lists and previews, computed when recorded. */
    text: string
    /** Native object of the type, for contacts a list; null for text. */
    content: Native | object[] | null
    recipient: Party
    /** Provider message id being replied to. */
    reply_to_message_id: string | null
    /** Present when the business wrote the message replied to. Absent: the person did, or it is unknown. */
    reply_to_own?: true
    /** The caller's own correlation value; null when our message id is sent in its place. */
    biz_opaque_callback_data: string | null
    /** The idempotency key, and the sha256 of the normalised send without its connection; null without a key. */
    idempotency: { key: string; fingerprint: string } | null
    /** Present when the send is repeated after an unknown outcome. Absent: it is never repeated. */
    on_unknown?: 'retry'
    /** The process run that claims attempt 1, or holds the waiting send. Absent in facts from before ADR 26. */
    run?: string
    /** Absent: attempt 1 is claimed. Present: the send waits, and until then only its run goes on with it. */
    held_until?: string
    requested_at: string
  }
}

/** The send waits for its next attempt: an attempt certainly sent nothing, or there was no free turn. */
export type MessageSendDeferred = {
  type: 'MessageSendDeferred'
  data: MessageIds & {
    attempt: number
    not_before: string
    error: SendError | null
    /** Until then its process run goes on with it, its caller still waiting. Absent: it is in the background. */
    held_until?: string
    deferred_at: string
  }
}

/** A process claimed an attempt of a waiting send, at the exact revision, right before it called the provider. */
export type MessageSendAttempted = {
  type: 'MessageSendAttempted'
  data: MessageIds & {
    attempt: number
    /** The process run that makes the call. Absent in facts from before ADR 26. */
    run?: string
    attempted_at: string
  }
}

/** The provider accepted the send. Whether the message arrives is reported by `MessageStatusReported`. */
export type MessageSent = {
  type: 'MessageSent'
  data: MessageIds & {
    provider_message_id: string
    /** The provider's own id of the recipient, in which the Brazilian 9 may be missing or added. */
    wa_id: string | null
    business_scoped_user_id: string | null
    attempt: number
    request: Native
    answer: object
    sent_at: string
  }
}

/** The send was refused permanently, by the provider or before the provider was called. */
export type MessageSendRefused = {
  type: 'MessageSendRefused'
  data: MessageIds & {
    error: SendError
    attempt: number
    request: Native | null
    answer: object | null
    refused_at: string
  }
}

/**
 * The outcome of an attempt is unknown (timeout, reset, crash). A status or echo may still resolve it; the send is
 * repeated only if its caller asked for that.
 */
export type MessageSendUnresolved = {
  type: 'MessageSendUnresolved'
  data: MessageIds & {
    attempt: number
    /** The request to the provider; after a crash, as the recorded send implies it. Absent where it is unknown. */
    request?: Native
    /** When the send may be repeated, with `on_unknown` retry. Absent: never. */
    retry_at?: string
    unresolved_at: string
  }
}

/** The send counts as failed: no outcome became known in time, or the retries ended. A later status still wins. */
export type MessageSendGivenUp = {
  type: 'MessageSendGivenUp'
  data: MessageIds & { error: SendError; given_up_at: string }
}

/**
 * An operator let a send go on that was open in a log from a backup. Until then it was suspended: it may have gone out
 * after the backup.
 */
export type MessageSendReleased = {
  type: 'MessageSendReleased'
  data: MessageIds & {
    /** The log id up to which sends were suspended. A later restore suspends the send again. */
    suspended_to: number
    released_at: string
  }
}

/**
 * A message as the provider reported it, not yet resolved to our ids: a pure function of the raw event and of the
 * `translation_version` in the fact's metadata (0 where it has none), so that an audit can compute it again.
 */
export type MessageIntent = {
  provider_message_id: string
  message_type: MessageType
  text: string
  /** Native object of the type, for contacts a list; null for text. */
  content: Native | object[] | null
  /** The sender of an inbound message, the recipient of an echo. */
  party: Party & {
    parent_business_scoped_user_id: string | null
    username: string | null
    lid: string | null
  }
  profile_name: string | null
  reply_to_message_id: string | null
  /** By the provider's clock, ISO 8601. */
  provider_timestamp: string
  /** The referral of an ad or post, under Meta's field names; from Meta as received. */
  referral: Native | null
  /** The native message, as received. */
  payload: Native
}

type FromProvider = MessageIds & {
  intent: MessageIntent
  /** Event id of the raw provider event. */
  raw_event_id: string
  recorded_at: string
}

/** A person sent a message to the business. */
export type MessageReceived = { type: 'MessageReceived'; data: FromProvider }

/** The business sent a message from its phone or another tool (an echo). */
export type MessageSentElsewhere = { type: 'MessageSentElsewhere'; data: FromProvider }

/** A person edited an earlier message. The edit is a message record of its own, of type `edit`. */
export type MessageEdited = {
  type: 'MessageEdited'
  data: FromProvider & { original_provider_message_id: string }
}

/** A person withdrew an earlier message. The withdrawal is a message record of its own, of type `revoke`. */
export type MessageRevoked = {
  type: 'MessageRevoked'
  data: FromProvider & { original_provider_message_id: string }
}

/**
 * A newer translation reads the raw event differently: the message is now what `intent` says; its place and status
 * stay.
 */
export type MessageRetranslated = {
  type: 'MessageRetranslated'
  data: FromProvider & {
    /** The version of the translation that gave this intent. */
    reading: number
  }
}

/**
 * The provider reported the content of a message that it had reported without, such as one that the person's phone had
 * yet to encrypt for it. The message is now what `intent` says; its place, person and status stay.
 */
export type MessageContentReceived = { type: 'MessageContentReceived'; data: FromProvider }

/** The business marked an inbound message, and the earlier ones of its conversation, as read. */
export type MessageMarkedRead = {
  type: 'MessageMarkedRead'
  data: MessageIds & { marked_at: string }
}

export type MessageEvent =
  | MessageSendRequested
  | MessageSendDeferred
  | MessageSendAttempted
  | MessageSent
  | MessageSendRefused
  | MessageSendUnresolved
  | MessageSendGivenUp
  | MessageSendReleased
  | MessageReceived
  | MessageSentElsewhere
  | MessageEdited
  | MessageRevoked
  | MessageRetranslated
  | MessageContentReceived
  | MessageMarkedRead

/** Ids of messages are personal, because a provider makes them from the sender's phone. */
const INTENT_FIELDS = {
  'intent.provider_message_id': 'personal',
  'intent.text': 'said',
  'intent.content': 'said',
  'intent.party': 'personal',
  'intent.profile_name': 'personal',
  'intent.reply_to_message_id': 'personal',
  'intent.referral': 'saidRaw',
  'intent.payload': 'saidRaw',
} as const

const ERROR_FIELDS = {
  'error.code': 'plain',
  'error.class': 'plain',
  'error.title': 'personal',
  'error.details': 'personal',
} as const

export const MESSAGE_FIELDS = {
  MessageSendRequested: {
    text: 'said',
    content: 'said',
    recipient: 'personal',
    reply_to_message_id: 'personal',
    biz_opaque_callback_data: 'personal',
    idempotency: 'personal',
  },
  MessageSendDeferred: ERROR_FIELDS,
  MessageSendAttempted: {},
  MessageSent: {
    provider_message_id: 'personal',
    wa_id: 'personal',
    business_scoped_user_id: 'personal',
    request: 'saidRaw',
    answer: 'saidRaw',
  },
  MessageSendRefused: { ...ERROR_FIELDS, request: 'saidRaw', answer: 'saidRaw' },
  MessageSendUnresolved: { request: 'saidRaw' },
  MessageSendGivenUp: ERROR_FIELDS,
  MessageSendReleased: {},
  MessageReceived: INTENT_FIELDS,
  MessageSentElsewhere: INTENT_FIELDS,
  MessageEdited: { ...INTENT_FIELDS, original_provider_message_id: 'personal' },
  MessageRevoked: { ...INTENT_FIELDS, original_provider_message_id: 'personal' },
  MessageRetranslated: INTENT_FIELDS,
  MessageContentReceived: INTENT_FIELDS,
  MessageMarkedRead: {},
} satisfies FieldClasses<MessageEvent>
