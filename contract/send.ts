import { z } from 'zod'
import { Uuid } from './ids.ts'

/** Everything `type` may say. */
export const MESSAGE_TYPES = [
  'text',
  'template',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
  'reaction',
] as const

export const SendType = z.enum(MESSAGE_TYPES)

const Identity = z.string().trim().min(1).max(256).nullish()

/** Who shall get the message: at least one identity, never inferred. */
export const Recipient = z
  .object({
    phone: z
      .string()
      .regex(/\d/, 'must have digits: country code and number')
      .nullish()
      .describe('Digits with country code; formatting is ignored.'),
    contact_id: Uuid.nullish(),
    business_scoped_user_id: Identity,
    parent_business_scoped_user_id: Identity,
    username: Identity,
  })
  .refine((recipient) => Object.values(recipient).some((identity) => identity != null), {
    error:
      'must have at least one identity: phone, contact_id, business_scoped_user_id, parent_business_scoped_user_id or username',
  })

/** What every send has besides its content. */
const common = {
  conversation_id: Uuid.nullish().describe('Replies within an existing conversation.'),
  connection_id: z
    .string()
    .min(1)
    .nullish()
    .describe("A connection's uuid or phone number; used with recipient to start a conversation."),
  from: z.string().min(1).nullish().describe('Alias of connection_id.'),
  recipient: Recipient.nullish(),
  to: z
    .string()
    .regex(/\d/, 'must have digits: country code and number')
    .nullish()
    .meta({ deprecated: true, description: 'Equivalent to recipient.phone.' }),
  reply_to_message_id: z
    .string()
    .min(1)
    .max(1024)
    .nullish()
    .describe('Provider message id being replied to.'),
  biz_opaque_callback_data: z
    .string()
    .max(512)
    .nullish()
    .describe('Returned by the provider in message status events.'),
}

/** What a text may be, in characters. */
export const Text = z.string().max(4096).regex(/\S/, 'must not be empty')

/** Body of `POST /messages/text`. */
export const SendText = z.object({
  type: z
    .unknown()
    .refine((type) => type == null || type === 'text', {
      params: { code: 'invalid_type' },
      error: 'must be text on this route: send other types to POST /messages',
    })
    .optional()
    .meta({ openapi: { type: 'string', enum: ['text'] } }),
  text: Text,
  ...common,
})

/** Body of `POST /messages`. */
export const SendMessage = z
  .object({ type: SendType.default('text'), text: Text.nullish(), ...common })
  .superRefine(({ type, text }, context) => {
    if (type !== 'text' || text != null) return
    context.addIssue({ code: 'custom', path: ['text'], message: 'is required' })
  })
export type SendMessage = z.infer<typeof SendMessage>

/** The fields that all sends share, as validated. */
export type SendCommon = Omit<z.infer<typeof SendText>, 'type' | 'text'>

/** Who a message goes to, as it is shown. */
export const MessageParty = z.object({
  phone: z.string().nullable(),
  business_scoped_user_id: z.string().nullable(),
})

/**
 * The provider's acceptance. `accepted` false and no provider id: the outcome is unknown, or the send goes
 * on in the background.
 */
export const SendAcknowledgement = z.object({
  conversation_id: Uuid,
  provider_message_id: z.string().nullable(),
  type: SendType,
  recipient: MessageParty,
  accepted: z.boolean(),
  delivery_status: z.literal('pending'),
})
export type SendAcknowledgement = z.infer<typeof SendAcknowledgement>
