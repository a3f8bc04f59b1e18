import type { MessageType as StoredType } from '@recado/domain/message/events'
import { z } from 'zod'
import { contactOf } from './contact-of.ts'
import {
  ConnectionId,
  ContactId,
  ConversationId,
  CreatedAt,
  Erased,
  Expired,
  MessageId,
  MessageLogId,
  Timestamp,
} from './ids.ts'
import { MessageParty, ProviderMessageId, type SendType } from './send.ts'

export const MessageStatus = z
  .enum(['pending', 'sent', 'delivered', 'read', 'failed', 'received'])
  .describe('Outbound: one of the first five. Inbound: received, then read once it is marked.')

/** The types that only arrive. */
const RECEIVED_ONLY: Readonly<Record<Exclude<StoredType, SendType>, true>> = {
  button: true,
  order: true,
  request_welcome: true,
  edit: true,
  revoke: true,
  unsupported: true,
}

const others = Object.keys(RECEIVED_ONLY)

export const MessageType = z
  .string()
  .describe(
    `As in POST /messages; inbound also ${others.slice(0, -1).join(', ')} and ${others.at(-1)}.`,
  )

export const ShownText = z
  .string()
  .describe(
    'The text, the caption, or the filled-in template. For other content its name, or a word such as `[image]`.',
  )

export const RevokedAt = Timestamp.nullable().describe(
  'Extension. When the person withdrew the message. Its content stays.',
)

export const MessageError = z
  .object({
    code: z
      .union([z.int(), z.string()])
      .describe("The provider's error code; a word where Recado gave up."),
    class: z
      .string()
      .describe(
        'What kind of error it is, such as undeliverable or window_closed: see `why.rule`.',
      ),
    title: z.string().describe("The provider's title of the error."),
    details: z
      .string()
      .nullable()
      .describe("The provider's explanation; null where it gives none."),
  })
  .describe('Why the message failed.')

const Pricing = z
  .object({
    category: z
      .string()
      .nullable()
      .describe('What it is priced as, such as marketing, utility or service.'),
    billable: z.boolean().nullable().describe('Whether Meta charges for it.'),
    type: z
      .string()
      .nullable()
      .describe('Why, such as regular, free_customer_service or free_entry_point.'),
  })
  .describe('Extension. What Meta charges for the message; null until a status says it.')
export type Pricing = z.infer<typeof Pricing>

export const MessageDirection = z
  .enum(['inbound', 'outbound'])
  .describe('inbound: from the person. outbound: from the business, by whatever tool.')

const record = {
  id: MessageLogId.describe('The number of the record; GET /messages/{id} takes it.'),
  message_id: MessageId.describe('The id in the history of a conversation, and in webhooks.'),
  conversation_id: ConversationId,
  connection_id: ConnectionId,
  contact_id: ContactId,
  direction: MessageDirection,
  origin: z
    .enum(['api', 'external'])
    .describe('api: sent through this API. external: from the person, or sent from another tool.'),
  type: MessageType,
  text: ShownText,
  content: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullable()
    .describe("The provider's object of the type, such as a file or a place; null for a text."),
  status: MessageStatus,
  provider_message_id: ProviderMessageId,
  reply_to_message_id: z
    .string()
    .nullable()
    .describe("The provider's id of the message that this one quotes; null for others."),
  sender: MessageParty.nullable().describe('Of an inbound message; else null.'),
  recipient: MessageParty.nullable().describe('Of an outbound message; else null.'),
  biz_opaque_callback_data: z
    .string()
    .nullable()
    .describe('The value that its send gave; null for one without.'),
  error: MessageError.nullable().describe('Why it failed; null unless its status is failed.'),
  created_at: CreatedAt,
  provider_timestamp: Timestamp.nullable().describe(
    "When it was written, by the provider's clock; null for a send over this API.",
  ),
  sent_at: Timestamp.nullable().describe('When the provider accepted it; null for inbound.'),
  delivered_at: Timestamp.nullable().describe("When it reached the person's phone."),
  read_at: Timestamp.nullable().describe(
    'When the person read it; of an inbound message, when the business marked it.',
  ),
  failed_at: Timestamp.nullable().describe('When it failed. A later status may still overtake it.'),
  revoked_at: RevokedAt,
  pricing: Pricing.nullable(),
  erased: Erased,
  expired: Expired,
}

export const Message = z.object(record).meta({
  id: 'Message',
  description: 'A record of the message log. Times of statuses are by the clock of the provider.',
})
export type Message = z.infer<typeof Message>

export const LoggedMessage = z.object({ ...record, ...contactOf }).meta({
  id: 'LoggedMessage',
  description: 'A record of the message log, and the person it was exchanged with.',
})
export type LoggedMessage = z.infer<typeof LoggedMessage>

export const MessageDetail = z
  .object({
    ...record,
    ...contactOf,
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'As sent or received. Of a message above 1 MB a part, with `truncated` and `payload_url`, the path at which GET reads the whole raw event.',
      ),
  })
  .meta({
    id: 'MessageDetail',
    description:
      'A record of the message log with the payload sent to, or received from, the provider.',
  })
export type MessageDetail = z.infer<typeof MessageDetail>
