import type { MessageType } from '@recado/domain/message/events'
import { z } from 'zod'
import { shownIdentities } from './contact.ts'
import { ContactCards } from './content/contacts.ts'
import { Interactive } from './content/interactive.ts'
import { Location } from './content/location.ts'
import { Media, type MediaType } from './content/media.ts'
import { Reaction } from './content/reaction.ts'
import { Template } from './content/template.ts'
import { ConversationId } from './ids.ts'
import { sendCommon } from './send-common.ts'
import { captionIssues, Text } from './send-typed.ts'

/** The field that holds the content of each type. */
const CONTENT_FIELDS = {
  text: 'text',
  template: 'template',
  image: 'media',
  video: 'media',
  audio: 'media',
  document: 'media',
  sticker: 'media',
  location: 'location',
  contacts: 'contacts',
  interactive: 'interactive',
  reaction: 'reaction',
} as const satisfies Readonly<Partial<Record<MessageType, string>>>

export type SendType = keyof typeof CONTENT_FIELDS

export const MESSAGE_TYPES = Object.keys(CONTENT_FIELDS) as [SendType, ...SendType[]]

export const SendType = z.enum(MESSAGE_TYPES)

const AnyContent = z
  .object({
    type: SendType.default('text').describe('Says which of the fields below holds the content.'),
    text: Text.nullish().describe('For type text: what to write, with the formatting of WhatsApp.'),
    template: Template.nullish().describe(
      'For type template: which one, and the values of its variables.',
    ),
    media: Media.nullish().describe(
      'For types image, video, audio, document and sticker: the file.',
    ),
    location: Location.nullish().describe('For type location: the place.'),
    contacts: ContactCards.nullish().describe('For type contacts: the cards.'),
    interactive: Interactive.nullish().describe(
      'For type interactive: the buttons, the list or the form.',
    ),
    reaction: Reaction.nullish().describe('For type reaction: the emoji, and to what.'),
    ...sendCommon,
  })
  .check(({ value, issues }) => {
    const { type, media, reply_to_message_id: input } = value
    const field = CONTENT_FIELDS[type]
    const issue = (path: string, message: string) => ({
      code: 'custom' as const,
      path: [path],
      message,
      input,
    })
    if (value[field] == null) issues.push(issue(field, 'is required'))
    if (field === 'media' && media)
      issues.push(...captionIssues({ type: type as MediaType, media }))
    if (type === 'reaction' && input != null)
      issues.push(
        issue(
          'reply_to_message_id',
          'cannot be sent with a reaction: reaction.message_id is enough',
        ),
      )
  })

/** Body of `POST /messages`. Content fields of other types than `type` are ignored. */
export const SendMessage = z.preprocess(ownContent, AnyContent)
export type SendMessage = z.infer<typeof AnyContent>

function ownContent(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const type = ('type' in body ? body.type : null) ?? 'text'
  const own = isSendType(type) ? CONTENT_FIELDS[type] : undefined
  const foreign = new Set<string>(Object.values(CONTENT_FIELDS).filter((field) => field !== own))
  const kept = Object.entries(body).filter(([field]) => !foreign.has(field))
  return { ...Object.fromEntries(kept), type }
}

/** Only a text may become the key of `Object.hasOwn`, which converts other values to text and may throw. */
function isSendType(type: unknown): type is SendType {
  return typeof type === 'string' && Object.hasOwn(CONTENT_FIELDS, type)
}

/** The sender or recipient of a message, as it is shown. */
export const MessageParty = z.object({
  phone: shownIdentities.phone,
  business_scoped_user_id: shownIdentities.business_scoped_user_id,
})

export const ProviderMessageId = z
  .string()
  .nullable()
  .describe("The provider's id of the message (WAMID); null until it has accepted the message.")

export const SendAcknowledgement = z
  .object({
    conversation_id: ConversationId,
    provider_message_id: ProviderMessageId,
    type: SendType.describe('The type that is sent.'),
    recipient: MessageParty.describe('The recipient, as named to the provider.'),
    accepted: z
      .boolean()
      .describe(
        'Whether the provider accepted it. False while that is unknown, or while the send continues in the background.',
      ),
    delivery_status: z
      .literal('pending')
      .describe('Always pending here. Webhooks and GET /messages show how the delivery continues.'),
  })
  .describe('The state of the send so far.')
export type SendAcknowledgement = z.infer<typeof SendAcknowledgement>
