import { z } from 'zod'

/** A phone in any formatting: only its digits count, of whatever script they are. */
export const PhoneText = z
  .string()
  .refine((text) => digitsIn(text) > 0, 'must have digits: country code and number')

/** How many digits a text has. */
export function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0
}
