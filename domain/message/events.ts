import type { FieldClasses } from '../field-classes.ts'

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

/** How a person is addressed by the provider: digits with country code, or the BSUID. */
export type Party = { phone: string | null; business_scoped_user_id: string | null }

/** Why a send or a delivery failed. `class` is ours (reference of error classes), the rest the provider's. */
export type SendError = {
  code: number | string
  class: string
  title: string
  details: string | null
}

/** Stands on every fact of a message. */
export type MessageIds = {
  message_id: string
  connection_id: string
  conversation_id: string
  contact_id: string
}

/** A caller asked for a send. It claims attempt 1, or stands as waiting; written before the provider is called. */
export type MessageSendRequested = {
  type: 'MessageSendRequested'
  data: MessageIds & {
    message_type: MessageType
    /** What lists and previews show, computed when recorded. */
    text: string
    /** Native object of the type, for contacts a list; null for text. */
    content: object | object[] | null
    recipient: Party
    /** Provider message id being replied to. */
    reply_to_message_id: string | null
    /** The business wrote what is replied to. Left out: the person did, or nobody knows. */
    reply_to_own?: true
    /** The caller's own correlation value; null when our message id travels instead. */
    biz_opaque_callback_data: string | null
    /** The idempotency key and sha256 of the normalised send, its connection apart; null without a key. */
    idempotency: { key: string; fingerprint: string } | null
    /** What becomes of an unknown outcome: it is sent again. Left out: never. */
    on_unknown?: 'retry'
    /** The process run that claims attempt 1, or carries the send while it waits. Facts before 0026 have none. */
    run?: string
    /** Left out, attempt 1 is claimed. Else the send waits unclaimed, and its run alone goes on with it until then. */
    held_until?: string
    requested_at: string
  }
}

/** An attempt certainly sent nothing, or waits for its turn: whoever claims the next one goes on with the send. */
export type MessageSendDeferred = {
  type: 'MessageSendDeferred'
  data: MessageIds & {
    attempt: number
    not_before: string
    error: SendError | null
    /** Until then its process run goes on with it, its caller still unanswered. Left out: it is in the background. */
    held_until?: string
    deferred_at: string
  }
}

/** A sender claims an attempt of a send that waited, at the exact revision, right before it calls the provider. */
export type MessageSendAttempted = {
  type: 'MessageSendAttempted'
  data: MessageIds & {
    attempt: number
    /** The process run that makes the call. Facts before 0026 have none. */
    run?: string
    attempted_at: string
  }
}

/** The provider accepted the send. Delivery is told by statuses. */
export type MessageSent = {
  type: 'MessageSent'
  data: MessageIds & {
    provider_message_id: string
    /** The provider's own id of the recipient, which may lack or gain the Brazilian 9. */
    wa_id: string | null
    business_scoped_user_id: string | null
    attempt: number
    request: object
    answer: object
    sent_at: string
  }
}

/** The provider refused the send for good. */
export type MessageSendRefused = {
  type: 'MessageSendRefused'
  data: MessageIds & {
    error: SendError
    attempt: number
    request: object | null
    answer: object | null
    refused_at: string
  }
}

/** No outcome is known (timeout, reset, crash). A status or echo resolves it; it is sent again only where asked for. */
export type MessageSendUnresolved = {
  type: 'MessageSendUnresolved'
  data: MessageIds & {
    attempt: number
    /** As the provider was asked; after a crash, as the intent says. Absent where it is not known. */
    request?: object
    /** When it may be sent again, for `on_unknown` retry. Left out: never. */
    retry_at?: string
    unresolved_at: string
  }
}

/** No outcome became known in time, or the retries ended: the send counts as failed. A later status still wins. */
export type MessageSendGivenUp = {
  type: 'MessageSendGivenUp'
  data: MessageIds & { error: SendError; given_up_at: string }
}

/**
 * A message as the provider told it, translated and not yet resolved to our ids. Pure function of the raw event and
 * of the `translation_version` in the fact's metadata (0 where it has none), so that an audit can compute it again.
 */
export type MessageIntent = {
  provider_message_id: string
  message_type: MessageType
  text: string
  /** Native object of the type, for contacts a list; null for text. */
  content: object | object[] | null
  /** For an inbound message its sender, for an echo its recipient. */
  party: Party & {
    parent_business_scoped_user_id: string | null
    username: string | null
    lid: string | null
  }
  profile_name: string | null
  reply_to_message_id: string | null
  /** Provider's clock, ISO 8601. */
  provider_timestamp: string
  /** The referral of an ad or post by Meta's names, as received from Meta. */
  referral: object | null
  /** The native message, as received. */
  payload: object
}

type FromProvider = MessageIds & {
  intent: MessageIntent
  /** Event id of the raw provider event. */
  raw_event_id: string
  recorded_at: string
}

/** A person wrote. */
export type MessageReceived = { type: 'MessageReceived'; data: FromProvider }

/** The business wrote from its phone or another tool: an echo. */
export type MessageSentElsewhere = { type: 'MessageSentElsewhere'; data: FromProvider }

/** A person edited an earlier message; a record of its own, type `edit`. */
export type MessageEdited = {
  type: 'MessageEdited'
  data: FromProvider & { original_provider_message_id: string }
}

/** A person withdrew an earlier message; a record of its own, type `revoke`. */
export type MessageRevoked = {
  type: 'MessageRevoked'
  data: FromProvider & { original_provider_message_id: string }
}

/**
 * A newer translation reads the raw event of a message otherwise: from here on the message is what `intent` says. Where it
 * stands, and how far it came, stays.
 */
export type MessageRetranslated = {
  type: 'MessageRetranslated'
  data: FromProvider & {
    /** The version of the translation that says so. */
    reading: number
  }
}

/** The business marked an inbound message, and the earlier ones of its thread, as read. */
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
  | MessageReceived
  | MessageSentElsewhere
  | MessageEdited
  | MessageRevoked
  | MessageRetranslated
  | MessageMarkedRead

/** A provider's own id of a message is made from its sender's phone. */
const INTENT_FIELDS = {
  'intent.provider_message_id': 'personal',
  'intent.text': 'personal',
  'intent.content': 'personal',
  'intent.party': 'personal',
  'intent.profile_name': 'personal',
  'intent.reply_to_message_id': 'personal',
  'intent.referral': 'raw',
  'intent.payload': 'raw',
} as const

/** Which fields of each fact are personal or raw. */
export const MESSAGE_FIELDS = {
  MessageSendRequested: {
    text: 'personal',
    content: 'personal',
    recipient: 'personal',
    reply_to_message_id: 'personal',
    biz_opaque_callback_data: 'personal',
    idempotency: 'personal',
  },
  MessageSendDeferred: { 'error.title': 'personal', 'error.details': 'personal' },
  MessageSendAttempted: {},
  MessageSent: {
    provider_message_id: 'personal',
    wa_id: 'personal',
    business_scoped_user_id: 'personal',
    request: 'raw',
    answer: 'raw',
  },
  MessageSendRefused: {
    'error.title': 'personal',
    'error.details': 'personal',
    request: 'raw',
    answer: 'raw',
  },
  MessageSendUnresolved: { request: 'raw' },
  MessageSendGivenUp: { 'error.title': 'personal', 'error.details': 'personal' },
  MessageReceived: INTENT_FIELDS,
  MessageSentElsewhere: INTENT_FIELDS,
  MessageEdited: { ...INTENT_FIELDS, original_provider_message_id: 'personal' },
  MessageRevoked: { ...INTENT_FIELDS, original_provider_message_id: 'personal' },
  MessageRetranslated: INTENT_FIELDS,
  MessageMarkedRead: {},
} satisfies FieldClasses<MessageEvent>
