import { z } from 'zod'
import { textOfKind } from './bounds.ts'
import { ContactId, ConversationId } from './ids.ts'
import { ConnectionName, Identity, Phone, ProviderId } from './kinds.ts'

const BY_CONTACT = 'Names a contact of the connection; the message goes to its phone.'

/** The recipient of a message: at least one identity, never inferred. */
const Recipient = z
  .object({
    phone: Phone.nullish().describe('Digits with country code; formatting is ignored.'),
    contact_id: ContactId.nullish().describe('A contact of the account, at its phone.'),
    business_scoped_user_id: Identity.nullish().describe(BY_CONTACT),
    parent_business_scoped_user_id: Identity.nullish().describe(BY_CONTACT),
    username: Identity.nullish().describe(BY_CONTACT),
  })
  .refine((recipient) => Object.values(recipient).some((identity) => identity != null), {
    error:
      'must have at least one identity: phone, contact_id, business_scoped_user_id, parent_business_scoped_user_id or username',
  })

/** The fields that every send has besides its content. */
export const sendCommon = {
  conversation_id: ConversationId.nullish().describe('Replies within an existing conversation.'),
  connection_id: ConnectionName.nullish().describe(
    "A connection's uuid or phone number; used with recipient to start a conversation.",
  ),
  from: ConnectionName.nullish().describe('Alias of connection_id.'),
  recipient: Recipient.nullish().describe(
    'Whom to write to, by at least one identity; all must be those of one person.',
  ),
  to: Phone.nullish().meta({ deprecated: true, description: 'Equivalent to recipient.phone.' }),
  reply_to_message_id: ProviderId.nullish().describe(
    'Provider message id being replied to; not for reactions.',
  ),
  biz_opaque_callback_data: textOfKind('callback_data')
    .nullish()
    .describe('Returned by the provider in message status events.'),
  on_unknown: z
    .enum(['give_up', 'retry'])
    .nullish()
    .describe(
      'Extension. What happens to the message when it is unknown whether the provider accepted it (timeout, crash). ' +
        'give_up, the default: it is never sent again, so it arrives at most once. retry: it is sent again, up to ' +
        'four times within minutes, so it arrives at least once and may arrive twice, as a one-time password may.',
    ),
}

const SendCommonBody = z.object(sendCommon)

export type SendCommon = z.infer<typeof SendCommonBody>

/** The `type` of a route that accepts only one type; it may be left out. */
export function impliedType(only: string) {
  return z
    .unknown()
    .refine((type) => type == null || type === only, {
      params: { code: 'invalid_type' },
      error: `must be ${only} on this route: send other types to POST /messages`,
    })
    .optional()
    .meta({ openapi: { type: 'string', enum: [only] } })
    .describe('May be left out: the route sends only this type.')
}
