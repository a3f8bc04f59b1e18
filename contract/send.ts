import { z } from 'zod'
import { ContactCards } from './content/contacts.ts'
import { Interactive } from './content/interactive.ts'
import { Location } from './content/location.ts'
import { Media, type MediaType } from './content/media.ts'
import { Reaction } from './content/reaction.ts'
import { Template } from './content/template.ts'
import { Uuid } from './ids.ts'
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
} as const

export type SendType = keyof typeof CONTENT_FIELDS

export const MESSAGE_TYPES = Object.keys(CONTENT_FIELDS) as [SendType, ...SendType[]]

export const SendType = z.enum(MESSAGE_TYPES)

const AnyContent = z
  .object({
    type: SendType.default('text'),
    text: Text.nullish().describe('For type text.'),
    template: Template.nullish().describe('For type template.'),
    media: Media.nullish().describe('For image, video, audio, document and sticker.'),
    location: Location.nullish().describe('For type location.'),
    contacts: ContactCards.nullish().describe('For type contacts.'),
    interactive: Interactive.nullish().describe('For type interactive.'),
    reaction: Reaction.nullish().describe('For type reaction.'),
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
  phone: z.string().nullable(),
  business_scoped_user_id: z.string().nullable(),
})

/** `accepted` is false, and the provider id null, when the outcome is unknown or the send goes on in the background. */
export const SendAcknowledgement = z.object({
  conversation_id: Uuid,
  provider_message_id: z.string().nullable(),
  type: SendType,
  recipient: MessageParty,
  accepted: z.boolean(),
  delivery_status: z.literal('pending'),
})
export type SendAcknowledgement = z.infer<typeof SendAcknowledgement>
