import { brokenBound } from '@recado/domain/bounds'
import type { SendError } from '@recado/domain/message/events'
import type { Json } from './answer-json.ts'

const MAX_TITLE_LENGTH = 300
const MAX_DETAILS_LENGTH = 1_000
const MAX_KEPT_LENGTH = 16 * 1024

/** A provider's id: 1 to 512 bytes without spaces, control or replacement characters; null for anything else. */
export function providerId(value: unknown): string | null {
  if (typeof value !== 'string' || brokenBound('provider_id', value) !== null) return null
  return /^[^\s\p{C}\uFFFD]+$/u.test(value) ? value : null
}

/** A provider's phone number: at most 20 digits; null for anything else. */
export function providerDigits(value: unknown): string | null {
  const isPhone = typeof value === 'string' && /^\d+$/.test(value)
  return isPhone && brokenBound('phone', value) === null ? value : null
}

/** A provider's error, with texts cut to the bounds of facts and lists. */
export function boundedError(error: SendError): SendError {
  const { code, title, details } = error
  return {
    ...error,
    code: typeof code === 'string' ? truncate(code, MAX_TITLE_LENGTH) : code,
    title: truncate(title, MAX_TITLE_LENGTH),
    details: details === null ? null : truncate(details, MAX_DETAILS_LENGTH),
  }
}

/** The part of an answer that a fact stores: all of it, or the beginning of one longer than 16 Ki characters. */
export function keptAnswer(answer: Json): Json {
  const text = JSON.stringify(answer)
  return text.length <= MAX_KEPT_LENGTH
    ? answer
    : { cut_at: MAX_KEPT_LENGTH, text: truncate(text, MAX_KEPT_LENGTH) }
}

/** Never cuts through a character. */
function truncate(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text
        .slice(0, most - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}
