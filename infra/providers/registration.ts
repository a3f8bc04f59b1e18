import { BOUNDS, brokenBound } from '@recado/domain/bounds'
import type { ConnectionStatus } from '@recado/domain/connection/events'
import { phoneDigits } from '@recado/domain/phone-number'
import { z } from 'zod'

/** A number to register, as its provider reads the operator's request. */
export type NewNumber = {
  readonly type: string
  /** The field with the provider's own name of the number, and that name. A name serves one connection. */
  readonly named_by: string
  readonly name: string
  readonly status: ConnectionStatus
  readonly phone_number: string | null
  readonly phone_number_id: string | null
  readonly waba_id: string | null
  readonly session: string | null
  /** The gateway for its session; null: the one that a setting names. Undefined: any, or the provider has none. */
  readonly gateway_id?: string | null | undefined
  /** The provider's credentials, by the names under which facts refer to them. */
  readonly credentials: Readonly<Record<string, string>>
}

export type Registration = z.ZodType<NewNumber> & z.core.$ZodTypeDiscriminable

/** A provider's name that is used in paths; it never needs escaping there, and never leads out of its place. */
export const pathName = (example: string) =>
  z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/, `must be an id such as ${example}`)

export const phoneNumber = z
  .string()
  .refine((text) => /^\d{8,15}$/.test(phoneDigits(text)), 'must have 8 to 15 digits')

export const secret = z
  .string()
  .refine((text) => brokenBound('secret', text) === null, {
    error: `must have at most ${BOUNDS.secret.most} ${BOUNDS.secret.unit}`,
  })
  .min(1)
