import { phoneDigits } from './phone-number.ts'

type Bound = { readonly most: number; readonly unit: 'characters' | 'bytes' | 'digits' }

/**
 * The longest text of each kind, wherever it comes from. Texts in an index of Postgres (2,704 bytes a row) or in the
 * name of a list are counted in bytes of UTF-8; texts that only people read are counted in characters, where an emoji
 * is one.
 */
export const BOUNDS = {
  /** E.164 allows 15. */
  phone: { most: 20, unit: 'digits' },
  /** A phone with its formatting, or another value where a phone is accepted, such as a connection's uuid. */
  phone_text: { most: 64, unit: 'characters' },
  /** A provider's id of a message, a file, a person, a chat or a template. */
  provider_id: { most: 512, unit: 'bytes' },
  /** A provider's name for a kind of event; part of the name of a list. */
  event_name: { most: 100, unit: 'bytes' },
  /** The name of a contact, an account or a key. */
  name: { most: 120, unit: 'characters' },
  /** The caller's correlation value, returned with each status. */
  callback_data: { most: 512, unit: 'characters' },
  /** A line of free text, such as the name of a shop or a product. */
  line: { most: 256, unit: 'characters' },
  url: { most: 2048, unit: 'characters' },
  /** A token or a key, as a person types it in. */
  secret: { most: 4096, unit: 'characters' },
} as const satisfies Record<string, Bound>

export type Kind = keyof typeof BOUNDS

/** The rule that a text breaks, such as "must have at most 512 bytes"; null when the text is within its bound. */
export function brokenBound(kind: Kind, text: string): string | null {
  const { most, unit } = BOUNDS[kind]
  return SIZES[unit](text) <= most ? null : `must have at most ${most} ${unit}`
}

const SIZES: Readonly<Record<Bound['unit'], (text: string) => number>> = {
  characters: (text) => [...text].length,
  bytes: utf8Bytes,
  digits: (text) => phoneDigits(text).length,
}

function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
