import { BOUNDS, brokenBound } from '@recado/domain/bounds'
import type { ConnectionStatus } from '@recado/domain/connection/events'
import { phoneDigits } from '@recado/domain/phone-number'
import { z } from 'zod'

/** A number that an operator registers, as its provider understands the request. */
export type NewNumber = {
  readonly type: string
  /** What the provider calls the number, and the field that says so: one of these serves one connection. */
  readonly named_by: string
  readonly name: string
  readonly status: ConnectionStatus
  readonly phone_number: string | null
  readonly phone_number_id: string | null
  readonly waba_id: string | null
  readonly session: string | null
  /** The provider's credentials, by the names that facts refer to them with. */
  readonly credentials: Readonly<Record<string, string>>
}

/** Reads the request for a new number; its `type` is that of the provider. */
export type Registration = z.ZodType<NewNumber> & z.core.$ZodTypeDiscriminable

/** What providers name goes into paths; these names never need escaping there. */
export const pathName = (example: string) =>
  z.string().regex(/^[\w.-]{1,100}$/, `must be an id such as ${example}`)

/** A phone number in any formatting. */
export const phoneNumber = z
  .string()
  .refine((text) => /^\d{8,15}$/.test(phoneDigits(text)), 'must have 8 to 15 digits')

/** A credential as it is typed in. */
export const secret = z
  .string()
  .refine((text) => brokenBound('secret', text) === null, {
    error: `must have at most ${BOUNDS.secret.most} ${BOUNDS.secret.unit}`,
  })
  .min(1)
