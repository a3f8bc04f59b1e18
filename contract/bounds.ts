import { z } from 'zod'

/** A text of `least` to `most` characters, both said in one rule. */
export function textOf(least: number, most: number) {
  return z
    .string()
    .refine(({ length }) => length >= least && length <= most, {
      error: `must have ${least} to ${most} characters`,
    })
    .meta({ minLength: least, maxLength: most })
}

/** A list of `least` to `most` entries, both said in one rule. */
export function listOf<Item extends z.ZodType>(item: Item, least: number, most: number) {
  return z
    .array(item)
    .refine(({ length }) => length >= least && length <= most, {
      error: `must have ${least} to ${most} entries`,
    })
    .meta({ minItems: least, maxItems: most })
}
