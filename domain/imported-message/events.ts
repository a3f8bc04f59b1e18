import type { FieldClasses } from '../field-classes.ts'
import type { MessageIds, MessageIntent } from '../message/events.ts'

/** How a message of the history ended up; an inbound one is `received` or `read`. */
export type ImportedStatus = 'received' | 'sent' | 'delivered' | 'read' | 'failed'

/** What a message of the history shows. */
export type ImportedContent = Pick<
  MessageIntent,
  'provider_message_id' | 'message_type' | 'text' | 'content' | 'reply_to_message_id'
>

/** A message of the history as the provider reported it: a pure function of the raw event and the translation. */
export type ImportedIntent = ImportedContent &
  Pick<MessageIntent, 'party' | 'provider_timestamp'> & {
    readonly direction: 'inbound' | 'outbound'
    readonly status: ImportedStatus
  }

type FromHistory = {
  /** Event id of the raw provider event, which has the native message. */
  raw_event_id: string
  recorded_at: string
}

/**
 * A message from the time before the number was connected to Recado, out of the history of its Business app. No
 * webhook reports it, and it opens no window, is not unread and counts in no figure. A live report of the same message
 * replaces it, in whichever order both arrive.
 */
export type MessageImported = {
  type: 'MessageImported'
  data: MessageIds & FromHistory & { intent: ImportedIntent }
}

/** The content of a media message of the history, which the history itself shows without one. */
export type ImportedMediaReceived = {
  type: 'ImportedMediaReceived'
  data: FromHistory & { message_id: string; connection_id: string; intent: ImportedContent }
}

export type ImportedMessageEvent = MessageImported | ImportedMediaReceived

const CONTENT_FIELDS = {
  'intent.provider_message_id': 'personal',
  'intent.text': 'said',
  'intent.content': 'said',
  'intent.reply_to_message_id': 'personal',
} as const

export const IMPORTED_MESSAGE_FIELDS = {
  MessageImported: { ...CONTENT_FIELDS, 'intent.party': 'personal' },
  ImportedMediaReceived: CONTENT_FIELDS,
} satisfies FieldClasses<ImportedMessageEvent>
