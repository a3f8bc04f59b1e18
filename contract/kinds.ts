import { phoneDigits } from '@recado/domain/phone-number'
import { z } from 'zod'
import { textOfKind } from './bounds.ts'

const DIGITS = textOfKind('phone')

/** A phone in any formatting: only its digits count, in any script. */
export const Phone = textOfKind('phone_text')
  .refine((text) => phoneDigits(text) !== '', 'must have digits: country code and number')
  .check(({ value, issues }) => {
    const read = DIGITS.safeParse(value)
    if (!read.success) issues.push(...(read.error.issues as typeof issues))
  })

/** A provider's id of a message, a file or a person. */
export const ProviderId = textOfKind('provider_id').min(1)

/** An identity as people type it in: a username, or an id of the provider's. */
export const Identity = textOfKind('provider_id', z.string().trim()).min(1)

/** The fields that identify a person, for use in messages. */
export const IDENTITY_FIELDS = [
  'phone',
  'business_scoped_user_id',
  'parent_business_scoped_user_id',
  'username',
] as const

/** The name of a contact, an account or a key. */
export const Name = textOfKind('name', z.string().trim()).min(1)

export const Line = textOfKind('line', z.string().trim()).min(1)

/** A connection's uuid, or its number in any formatting. */
export const ConnectionName = textOfKind('phone_text').min(1)

/** The name of a kind of event, a provider's or ours. */
export const EventName = textOfKind('event_name').min(1)

/** ISO 8601 and Postgres both write only these years with four digits. */
const YEARS = { error: 'must be of the years 0001 to 9999 in UTC' }

/** A time with its offset from UTC; converted to UTC. */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(64)
  .refine(
    (time) => !Number.isFinite(Date.parse(time)) || /^(?!0000)\d{4}-/.test(toUtc(time)),
    YEARS,
  )
  .transform(toUtc)

function toUtc(time: string): string {
  return new Date(time).toISOString()
}
