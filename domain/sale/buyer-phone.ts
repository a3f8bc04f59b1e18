import { BRAZIL_NATIONAL, phoneDigits, phoneVariants } from '../phone-number.ts'

/** The phone of a notice in digits, and what it means if its country code was left out. */
export type BuyerPhone = {
  readonly phone: string
  /** With the country code that all numbers of the account share; null if they share none. Absent if the phone has one. */
  readonly assumed_phone?: string | null
}

/** Country codes of ITU-T E.164: none begins another one, and those that are not listed have three digits. */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/
const BRAZIL = '55'
const MIN_BRAZIL_DIGITS = 10
/** Hardly any number is shorter with its country code, in digits. */
const MIN_DIGITS = 8

/**
 * Reads a phone as a shop writes it. It has its country code after a `+` or `00`, or if it looks like no number of the
 * account's countries. The digits alone do not decide: any number could begin with the code of some country.
 * @param ownNumbers the account's own numbers, with country code
 */
export function buyerPhone(written: string, ownNumbers: readonly string[]): BuyerPhone {
  const digits = phoneDigits(written)
  const international = /^00(?=[1-9])/
  if (/^\P{Nd}*[+＋]/u.test(written) || international.test(digits))
    return { phone: digits.replace(international, '') }
  const countries = countriesOf(ownNumbers)
  const reads = countries.map((country) => nationalNumber(digits, country))
  if (!isShort(digits) && reads.every((read) => read === null)) return { phone: digits }
  const [country, ...others] = countries
  if (country === undefined || others.length > 0) return { phone: digits, assumed_phone: null }
  const national = reads[0] ?? withoutTrunk(digits)
  return { phone: digits, assumed_phone: `${country.code}${national}` }
}

type Country = { readonly code: string; readonly numbers: readonly string[] }

function countriesOf(ownNumbers: readonly string[]): Country[] {
  const byCode = new Map<string, string[]>()
  for (const number of ownNumbers) {
    const [code = ''] = COUNTRY_CODE.exec(number) ?? []
    byCode.set(code, [...(byCode.get(code) ?? []), number])
  }
  return [...byCode].map(([code, numbers]) => ({ code, numbers }))
}

/** The number without country code, and without the 0 that is dialled before it; null if it may have a country code. */
function nationalNumber(digits: string, { code, numbers }: Country): string | null {
  if (code === BRAZIL) {
    const [, national] = BRAZIL_NATIONAL.exec(digits) ?? []
    return national ?? (digits.length < MIN_BRAZIL_DIGITS ? digits : null)
  }
  const lengths = numbers.flatMap(phoneVariants).map(({ length }) => length - code.length)
  const forms = [digits, withoutTrunk(digits)]
  const fitting = forms.find(({ length }) => lengths.includes(length))
  const isTooShort = digits.length < Math.min(...lengths) && !digits.startsWith(code)
  return fitting ?? (isTooShort ? digits : null)
}

function isShort(digits: string): boolean {
  return digits.startsWith('0') || digits.length < MIN_DIGITS
}

/** In some countries the 0 is part of the number; there the account's own numbers have it too. */
function withoutTrunk(digits: string): string {
  return digits.replace(/^0+/, '')
}
