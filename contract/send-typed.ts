import { z } from 'zod'
import { upTo } from './bounds.ts'
import { Interactive } from './content/interactive.ts'
import { canHaveCaption, MEDIA_TYPES, Media, type MediaType } from './content/media.ts'
import { Template } from './content/template.ts'
import { MAX_TEXT_CHARACTERS } from './limits.ts'
import { impliedType, sendCommon } from './send-common.ts'

export const Text = upTo(MAX_TEXT_CHARACTERS)
  .regex(/\S/, 'must not be empty')
  .describe('What to write, with the formatting of WhatsApp.')

/** Body of `POST /messages/text`. */
export const SendText = z.object({ type: impliedType('text'), text: Text, ...sendCommon })

const isMediaType = (type: unknown): type is MediaType => MEDIA_TYPES.some((one) => one === type)

const TypedMedia = z
  .custom<MediaType>()
  .superRefine((type, context) => {
    if (type == null) context.addIssue({ code: 'custom', message: 'is required' })
    else if (!isMediaType(type))
      context.addIssue({
        code: 'custom',
        params: { code: 'invalid_type' },
        message: `must be one of ${MEDIA_TYPES.join(', ')} on this route: send other types to POST /messages`,
      })
  })
  .meta({ openapi: { type: 'string', enum: [...MEDIA_TYPES] } })
  .describe('What the file is.')

/** Body of `POST /messages/media`. */
export const SendMedia = z
  .object({ type: TypedMedia, media: Media.describe('The file to send.'), ...sendCommon })
  .check(({ value, issues }) => {
    issues.push(...captionIssues(value))
  })

/** Body of `POST /messages/template`. */
export const SendTemplate = z.object({
  type: impliedType('template'),
  template: Template.describe('Which template, and the values of its variables.'),
  ...sendCommon,
})

/** Body of `POST /messages/interactive`. */
export const SendInteractive = z.object({
  type: impliedType('interactive'),
  interactive: Interactive.describe('The buttons, the list or the form.'),
  ...sendCommon,
})

/** The validation issues of the caption, for a file of this type. */
export function captionIssues({ type, media }: { type: MediaType; media: Media }) {
  if (!media.caption || canHaveCaption(type)) return []
  const message = `cannot be sent with type ${type}`
  return [{ code: 'custom' as const, path: ['media', 'caption'], message, input: media.caption }]
}
