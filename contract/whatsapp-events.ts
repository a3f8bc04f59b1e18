import { z } from 'zod'
import { Connection } from './connection.ts'
import { Timestamp, Uuid } from './ids.ts'
import { Message, MessageError } from './message.ts'

const envelope = {
  id: Uuid.describe('The event; the same on every attempt, for de-duplication.'),
  timestamp: Timestamp,
  account_id: Uuid,
  connection_id: Uuid,
  test: z
    .literal(true)
    .optional()
    .describe(
      'Extension. Present only in the samples of POST /webhooks/test, which report nothing that happened.',
    ),
}

const Sequence = z
  .int()
  .min(1)
  .nullable()
  .describe(
    'Place of the event among those for this webhook in this conversation, from 1 without gaps. Null in a test.',
  )

const Person = z.object({
  id: Uuid,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  business_scoped_user_id: z.string().nullable(),
})

const ofMessage = {
  conversation_id: Uuid.describe('Ready for POST /messages.'),
  contact: Person,
  message: Message,
}

/** A message arrived, or the status of one of ours advanced. */
export const WhatsappMessageEvent = z
  .object({
    ...envelope,
    type: z.enum([
      'whatsapp.message.received',
      'whatsapp.message.sent',
      'whatsapp.message.delivered',
      'whatsapp.message.read',
    ]),
    sequence: Sequence,
    data: z.object(ofMessage),
  })
  .meta({ id: 'WhatsappMessageEvent' })

/** A message of ours will not arrive. */
export const WhatsappMessageFailed = z
  .object({
    ...envelope,
    type: z.literal('whatsapp.message.failed'),
    sequence: Sequence,
    data: z.object({ ...ofMessage, error: MessageError.nullable() }),
  })
  .meta({ id: 'WhatsappMessageFailed' })

/** The number can be used again or not any longer, or the provider reported something about it. */
export const WhatsappConnectionUpdated = z
  .object({
    ...envelope,
    type: z.literal('whatsapp.connection.updated'),
    sequence: z.null(),
    data: z.object({
      connection: Connection,
      reason: z.string(),
      previous_status: z.string().nullable(),
      details: z.record(z.string(), z.unknown()).nullable(),
    }),
  })
  .meta({ id: 'WhatsappConnectionUpdated' })

/** The body of every structured delivery. */
export const WhatsappEvent = z.discriminatedUnion('type', [
  WhatsappMessageEvent,
  WhatsappMessageFailed,
  WhatsappConnectionUpdated,
])
