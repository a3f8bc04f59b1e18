/** DDDs in use in Brazil; others belong to no mobile (ANATEL's numbering plan). */
const DDD = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])'

// Only 6 to 9 existed as mobile before the ninth digit: `9[0-5]…` is a new mobile without a short twin, and
// what stands behind its 9 would be somebody's landline.
const BRAZIL_LONG = new RegExp(`^55(${DDD})9([6-9]\\d{7})$`)
const BRAZIL_SHORT = new RegExp(`^55(${DDD})([6-9]\\d{7})$`)
const MEXICO_OLD = /^521(\d{10})$/
const MEXICO = /^52(\d{10})$/
const ARGENTINA_MOBILE = /^549(\d{10})$/
const ARGENTINA = /^54(\d{10})$/

/** The digits of a number in any formatting and any script, as 0 to 9; an empty string when there is none. */
export function phoneDigits(phone: string): string {
  // Most are digits already, and looking each up in Unicode is dear.
  if (/^[0-9]+$/.test(phone)) return phone
  return phone.replace(/\P{Nd}/gu, '').replace(/[^0-9]/gu, digitValue)
}

/** The digits of a text that can only be a number; null when it has none, or letters beside `tel:`. */
export function numberIn(text: string): string | null {
  const number = text.replace(/^\s*tel:/i, '')
  return /\p{L}/u.test(number) ? null : phoneDigits(number) || null
}

/**
 * All forms under which the same line may appear, as digits with country code; the first one is the match key.
 * Both forms of a Brazilian mobile, the old and the present form of a Mexican one, an Argentinian mobile with
 * and without its 9. A landline of Brazil has itself only.
 */
export function phoneVariants(phone: string): readonly [string, ...string[]] {
  const digits = phoneDigits(phone)
  for (const [form, variants] of PAIRS) {
    const [, ...parts] = form.exec(digits) ?? []
    if (parts.length > 0) return variants(parts.join(' '))
  }
  return [digits]
}

/** What equal lines share: the long form where there is one, else the digits. */
export function phoneMatchKey(phone: string): string {
  return phoneVariants(phone)[0]
}

/** Whether two numbers reach the same line. Never true for numbers without digits. */
export function isSamePhone(one: string, other: string): boolean {
  const key = phoneMatchKey(one)
  return key !== '' && key === phoneMatchKey(other)
}

// The digits of every script stand in order in Unicode, ten by ten.
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

const PAIRS: readonly Pair[] = [
  [BRAZIL_LONG, brazil],
  [BRAZIL_SHORT, brazil],
  [MEXICO_OLD, mexico],
  [MEXICO, mexico],
  [ARGENTINA_MOBILE, argentina],
  [ARGENTINA, argentina],
]
