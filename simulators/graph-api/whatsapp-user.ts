import { createHash } from 'node:crypto'

/** A person on WhatsApp, as webhooks and answers show them. */
export type WhatsappUser = { wa_id?: string; user_id: string }

/** Whether the text is a business-scoped user id (`BR.1A2B3C`) or a parent one (`BR.ENT.1A2B3C`). */
export function isBsuid(text: string): boolean {
  return /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(text)
}

/** The user of a phone number in any formatting; a number has the same ids at every start. */
export function userOfPhone(phone: string, rewriteNinthDigit: boolean): WhatsappUser {
  const digits = phone.replace(/\D/g, '')
  const short = withoutNinthDigit(digits)
  const hash = createHash('sha256').update(`bsuid:${short}`).digest('hex').slice(0, 20)
  return { wa_id: rewriteNinthDigit ? short : digits, user_id: `BR.${hash.toUpperCase()}` }
}

/** WhatsApp keeps the old, shorter id of Brazilian mobiles whose area code is 31 or above. */
export function withoutNinthDigit(digits: string): string {
  return digits.replace(/^55([3-9]\d)9([6-9]\d{7})$/, '55$1$2')
}
