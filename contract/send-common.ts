import { z } from 'zod'
import { upTo } from './bounds.ts'
import { Uuid } from './ids.ts'
import { PhoneText } from './phone.ts'

const Identity = z.string().trim().min(1).max(256).nullish()

const Phone = PhoneText.nullish()

/** Who shall get the message: at least one identity, never inferred. */
export const Recipient = z
  .object({
    phone: Phone.describe('Digits with country code; formatting is ignored.'),
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
export const sendCommon = {
  conversation_id: Uuid.nullish().describe('Replies within an existing conversation.'),
  connection_id: z
    .string()
    .min(1)
    .nullish()
    .describe("A connection's uuid or phone number; used with recipient to start a conversation."),
  from: z.string().min(1).nullish().describe('Alias of connection_id.'),
  recipient: Recipient.nullish(),
  to: Phone.meta({ deprecated: true, description: 'Equivalent to recipient.phone.' }),
  reply_to_message_id: z
    .string()
    .min(1)
    .max(1024)
    .nullish()
    .describe('Provider message id being replied to; not for reactions.'),
  biz_opaque_callback_data: upTo(512)
    .nullish()
    .describe('Returned by the provider in message status events.'),
}

const SendCommonBody = z.object(sendCommon)

/** The fields that all sends share, as validated. */
export type SendCommon = z.infer<typeof SendCommonBody>

/** The `type` of a typed route, where only one is possible: may be left out. */
export function impliedType(only: string) {
  return z
    .unknown()
    .refine((type) => type == null || type === only, {
      params: { code: 'invalid_type' },
      error: `must be ${only} on this route: send other types to POST /messages`,
    })
    .optional()
    .meta({ openapi: { type: 'string', enum: [only] } })
}
