import { phoneDigits } from './phone-number.ts'

type Bound = { readonly most: number; readonly unit: 'characters' | 'bytes' | 'digits' }

/**
 * How much a text of each kind may have, wherever it comes from. What stands in an index of Postgres (2,704 bytes a
 * row) or in the name of a list is counted in bytes of UTF-8; what only people read in characters, an emoji being one.
 */
export const BOUNDS = {
  /** Of a phone; E.164 has 15 at most. */
  phone: { most: 20, unit: 'digits' },
  /** A phone with its formatting, or what stands where a phone can stand. */
  phone_text: { most: 64, unit: 'characters' },
  /** Whatever a provider names: messages, files, people, chats, templates. */
  provider_id: { most: 512, unit: 'bytes' },
  /** What a provider calls a kind of event; part of the name of a list. */
  event_name: { most: 100, unit: 'bytes' },
  /** What people call a contact, an account, a key. */
  name: { most: 120, unit: 'characters' },
  /** What a caller wants to hear again with each status. */
  callback_data: { most: 512, unit: 'characters' },
  /** A line of free text: names of shops, products, notices. */
  line: { most: 256, unit: 'characters' },
  url: { most: 2048, unit: 'characters' },
  /** Tokens and keys, as they are typed in. */
  secret: { most: 4096, unit: 'characters' },
} as const satisfies Record<string, Bound>

export type Kind = keyof typeof BOUNDS

/** The rule of its kind that a text breaks, such as "must have at most 512 bytes"; null when it keeps it. */
export function brokenBound(kind: Kind, text: string): string | null {
  const { most, unit } = BOUNDS[kind]
  return SIZES[unit](text) <= most ? null : `must have at most ${most} ${unit}`
}

const SIZES: Readonly<Record<Bound['unit'], (text: string) => number>> = {
  characters: (text) => [...text].length,
  bytes: utf8Bytes,
  digits: (text) => phoneDigits(text).length,
}

/** Length in UTF-8. */
function utf8Bytes(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}
