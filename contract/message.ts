import { z } from 'zod'
import { LogId, Timestamp, Uuid } from './ids.ts'
import { MessageParty } from './send.ts'

/** The statuses of a message. Outbound: the first five. Inbound: received, then read once it is marked. */
export const MessageStatus = z.enum(['pending', 'sent', 'delivered', 'read', 'failed', 'received'])

export const MessageError = z.object({
  code: z.union([z.int(), z.string()]),
  class: z.string(),
  title: z.string(),
  details: z.string().nullable(),
})

const record = {
  id: LogId,
  message_id: Uuid.describe("The history item's id."),
  conversation_id: Uuid,
  connection_id: Uuid,
  contact_id: Uuid,
  direction: z.enum(['inbound', 'outbound']),
  origin: z.enum(['api', 'external']),
  type: z.string(),
  text: z.string(),
  content: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullable()
    .describe('Native object of the type.'),
  status: MessageStatus,
  provider_message_id: z.string().nullable(),
  reply_to_message_id: z.string().nullable(),
  sender: MessageParty.nullable().describe('Of an inbound message; else null.'),
  recipient: MessageParty.nullable().describe('Of an outbound message; else null.'),
  biz_opaque_callback_data: z.string().nullable(),
  error: MessageError.nullable(),
  created_at: Timestamp,
  provider_timestamp: Timestamp.nullable(),
  sent_at: Timestamp.nullable(),
  delivered_at: Timestamp.nullable(),
  read_at: Timestamp.nullable(),
  failed_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable().describe(
    'Extension. When the person withdrew the message, also if that was known before it came. Its content stays.',
  ),
}

export const Message = z.object(record).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/** A record of the message log with the payload sent to, or received from, the provider. */
export const MessageDetail = z
  .object({
    ...record,
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe(
        'As sent or received. Of a message above 1 MB a part, with `truncated` and `payload_url`, the path at which GET reads the whole raw event.',
      ),
  })
  .meta({ id: 'MessageDetail' })
export type MessageDetail = z.infer<typeof MessageDetail>
