import { BOUNDS, brokenBound, type Kind } from '@recado/domain/bounds'
import { z } from 'zod'

/**
 * A text of at most `most` characters, counted as JSON Schema does: an emoji is one.
 * @param text the schema to extend, such as that of a trimmed text
 */
export function upTo(most: number, text = z.string()) {
  return text
    .refine((text) => !isLonger(text, most), { error: `must have at most ${most} characters` })
    .meta({ maxLength: most })
}

/** A text of `least` to `most` characters, with one message for both bounds. */
export function textOf(least: number, most: number) {
  return z
    .string()
    .refine((text) => isLonger(text, least - 1) && !isLonger(text, most), {
      error: `must have ${least} to ${most} characters`,
    })
    .meta({ minLength: least, maxLength: most })
}

/** A list of `least` to `most` entries, with one message for both bounds. */
export function listOf<Item extends z.ZodType>(item: Item, least: number, most: number) {
  return z
    .array(item)
    .refine(({ length }) => length >= least && length <= most, {
      error: `must have ${least} to ${most} entries`,
    })
    .meta({ minItems: least, maxItems: most })
}

function isLonger(text: string, most: number): boolean {
  return text.length > most && [...text].length > most
}

/** A text of one of the domain's kinds, within the bound of its kind. */
export function textOfKind(kind: Kind, text = z.string()) {
  const { most, unit } = BOUNDS[kind]
  return text
    .refine((text) => brokenBound(kind, text) === null, {
      error: `must have at most ${most} ${unit}`,
    })
    .meta(unit === 'digits' ? {} : { maxLength: most })
}
