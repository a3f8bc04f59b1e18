import { phoneDigits } from '@recado/domain/phone-number'
import { z } from 'zod'
import { textOfKind } from './bounds.ts'

const DIGITS = textOfKind('phone')

/** A phone in any formatting: only its digits count, of whatever script they are. */
export const Phone = textOfKind('phone_text')
  .refine((text) => phoneDigits(text) !== '', 'must have digits: country code and number')
  .check(({ value, issues }) => {
    const read = DIGITS.safeParse(value)
    if (!read.success) issues.push(...(read.error.issues as typeof issues))
  })

/** What a provider calls a message, a file, a person. */
export const ProviderId = textOfKind('provider_id').min(1)

/** An identity as people type it in: a username or an id of the provider's. */
export const Identity = textOfKind('provider_id', z.string().trim()).min(1)

/** The fields that name a person, as texts list them. */
export const IDENTITY_FIELDS = [
  'phone',
  'business_scoped_user_id',
  'parent_business_scoped_user_id',
  'username',
] as const

/** What people call somebody or something: a contact, an account, a key. */
export const Name = textOfKind('name', z.string().trim()).min(1)

/** A line of free text that says something. */
export const Line = textOfKind('line', z.string().trim()).min(1)

/** A connection's uuid, or its number in any formatting. */
export const ConnectionName = textOfKind('phone_text').min(1)

/** What a provider, or we, call a kind of event. */
export const EventName = textOfKind('event_name').min(1)

/** What both ISO 8601 and Postgres write with four digits of a year. */
const YEARS = { error: 'must be of the years 0001 to 9999 in UTC' }

/** A moment with its offset from UTC; in UTC afterwards. */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(64)
  .refine(
    (time) => !Number.isFinite(Date.parse(time)) || /^(?!0000)\d{4}-/.test(inUtc(time)),
    YEARS,
  )
  .transform(inUtc)

function inUtc(time: string): string {
  return new Date(time).toISOString()
}
