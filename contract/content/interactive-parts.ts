import { z } from 'zod'
import { textOf } from '../bounds.ts'
import { byType } from './by-type.ts'
import { NativeFile } from './file.ts'

const TextHeader = z.looseObject({ type: z.literal('text'), text: textOf(1, 60) })

/** A header above the body: a text or a file. */
export const Header = byType({
  text: TextHeader,
  image: z.looseObject({ type: z.literal('image'), image: NativeFile }),
  video: z.looseObject({ type: z.literal('video'), video: NativeFile }),
  document: z.looseObject({ type: z.literal('document'), document: NativeFile }),
})

/** A header that can only be a text. */
export const PlainHeader = TextHeader

export function bodyOf(most: number) {
  return z.looseObject({ text: textOf(1, most) })
}

export const Footer = z.looseObject({ text: textOf(1, 60) })
