/** Brazilian area codes (DDDs) in use, by ANATEL's numbering plan. No mobile number has another one. */
const DDD = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])'

// Before the ninth digit, mobile numbers began with 6 to 9. So `9[0-5]…` is a newer mobile without a short form:
// without its 9 it would be somebody's landline.
const BRAZIL_LONG = new RegExp(`^55(${DDD})9([6-9]\\d{7})$`)
const BRAZIL_SHORT = new RegExp(`^55(${DDD})([6-9]\\d{7})$`)
const BRAZIL_WITH_NINE = new RegExp(`^55(${DDD})9(\\d{8})$`)
const BRAZIL_WITHOUT_NINE = new RegExp(`^55${DDD}\\d{8}$`)
/** A Brazilian number as it is dialled at home, perhaps after 0 and the two digits of a carrier. */
export const BRAZIL_NATIONAL = new RegExp(`^(?:0(?:\\d\\d)?)?(${DDD}(?:9\\d{8}|[2-9]\\d{7}))$`)
const MEXICO_OLD = /^521(\d{10})$/
const MEXICO = /^52(\d{10})$/
// All numbers of Benin got `01` in front of their eight digits in November 2024; ids of WhatsApp keep the old form.
const BENIN = /^22901([2-9]\d{7})$/
const BENIN_OLD = /^229([2-9]\d{7})$/
const ARGENTINA_MOBILE = /^549(\d{10})$/
const ARGENTINA = /^54(\d{10})$/

/** The digits of a number in any formatting and any script, as 0 to 9; an empty string when there is none. */
export function phoneDigits(phone: string): string {
  // Most numbers are digits already, and looking up each character in Unicode is expensive.
  if (/^[0-9]+$/.test(phone)) return phone
  return phone.replace(/\P{Nd}/gu, '').replace(/[^0-9]/gu, digitValue)
}

/** The digits of a text that can only be a number; null without digits, or with letters other than a leading `tel:`. */
export function numberIn(text: string): string | null {
  const number = text.replace(/^\s*tel:/i, '')
  return /\p{L}/u.test(number) ? null : phoneDigits(number) || null
}

/**
 * All forms of one number, as digits with country code; the first one is the match key. Both forms of a Brazilian
 * mobile, the old and the present form of a Mexican number and of one of Benin, and an Argentinian mobile with and
 * without its 9. A Brazilian landline has only one form.
 */
export function phoneVariants(phone: string): readonly [string, ...string[]] {
  const digits = phoneDigits(phone)
  for (const [form, variants] of PAIRS) {
    const [, ...parts] = form.exec(digits) ?? []
    if (parts.length > 0) return variants(parts.join(' '))
  }
  return [digits]
}

/** The match key of a number: the first of its forms. */
export function phoneMatchKey(phone: string): string {
  return phoneVariants(phone)[0]
}

/** Whether two numbers reach the same line. Never true for numbers without digits. */
export function isSamePhone(one: string, other: string): boolean {
  const key = phoneMatchKey(one)
  return key !== '' && key === phoneMatchKey(other)
}

/**
 * Whether a text may mean a business's own number although their digits differ. More tolerant than `isSamePhone`: the
 * ninth digit may be missing from every Brazilian mobile, because an account has few numbers, and a person who writes
 * one of them means none of somebody else's.
 */
export function isLikeOwnNumber(own: string, asked: string): boolean {
  const key = ownNumberKey(asked)
  return key !== '' && ownNumberKey(own) === key
}

function ownNumberKey(phone: string): string {
  const digits = phoneDigits(phone)
  const short = digits.replace(BRAZIL_WITH_NINE, '55$1$2')
  return BRAZIL_WITHOUT_NINE.test(short) ? short : phoneMatchKey(digits)
}

// Unicode lists the digits of each script in order, ten at a time.
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

type Pair = readonly [form: RegExp, variants: (parts: string) => readonly [string, string]]

const brazil = (parts: string): readonly [string, string] => {
  const [ddd, line] = parts.split(' ')
  return [`55${ddd}9${line}`, `55${ddd}${line}`]
}
const mexico = (line: string): readonly [string, string] => [`521${line}`, `52${line}`]
const argentina = (line: string): readonly [string, string] => [`549${line}`, `54${line}`]

// The old form is the key: contacts made by it keep their ids.
const benin = (line: string): readonly [string, string] => [`229${line}`, `22901${line}`]

const PAIRS: readonly Pair[] = [
  [BRAZIL_LONG, brazil],
  [BRAZIL_SHORT, brazil],
  [MEXICO_OLD, mexico],
  [MEXICO, mexico],
  [BENIN, benin],
  [BENIN_OLD, benin],
  [ARGENTINA_MOBILE, argentina],
  [ARGENTINA, argentina],
]
