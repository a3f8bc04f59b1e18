import { z } from 'zod'
import { textOfKind, upTo } from '../bounds.ts'
import { FileLink } from './file.ts'

export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'sticker'] as const

export const MediaType = z.enum(MEDIA_TYPES)
export type MediaType = z.infer<typeof MediaType>

/** A file to send. An empty text counts as left out. */
export const Media = z
  .object({
    id: textOfKind('provider_id')
      .nullish()
      .describe('The file, from POST /media. Takes precedence over link.'),
    link: z.literal('').or(FileLink).nullish().describe('A public address of the file.'),
    caption: upTo(1024).nullish().describe('A text below the file. Not for audio and sticker.'),
    filename: upTo(240).nullish().describe('The name under which a document is shown.'),
  })
  .refine(({ id, link }) => Boolean(id || link), { error: 'must have id or link' })
export type Media = z.infer<typeof Media>

/** Whether WhatsApp shows a text below a file of this type. */
export function canHaveCaption(type: MediaType): boolean {
  return type !== 'audio' && type !== 'sticker'
}
