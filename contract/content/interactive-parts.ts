import { z } from 'zod'
import { textOf } from '../bounds.ts'
import { byType, typeField } from './by-type.ts'
import { NativeFile } from './file.ts'

const TextHeader = z.looseObject({
  type: typeField('text'),
  text: textOf(1, 60).describe('Without formatting.'),
})

const ABOVE = 'Shown above the body.'
const file = NativeFile.describe('The file that is shown.')

/** A header above the body: a text or a file. */
export const Header = byType({
  text: TextHeader,
  image: z.looseObject({ type: typeField('image'), image: file }),
  video: z.looseObject({ type: typeField('video'), video: file }),
  document: z.looseObject({ type: typeField('document'), document: file }),
}).describe(ABOVE)

/** A header that can only be a text. */
export const PlainHeader = TextHeader.describe(ABOVE)

export function bodyOf(most: number) {
  return z
    .looseObject({ text: textOf(1, most).describe('With the formatting of WhatsApp.') })
    .describe('The main part of the message.')
}

export const Footer = z
  .looseObject({ text: textOf(1, 60).describe('Without formatting.') })
  .describe('A small text below the body.')
