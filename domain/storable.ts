import { ExactNumber, fieldsOf, orderedObject } from './exact-json.ts'

/**
 * The deepest nesting that is kept. No client or provider needs more, and recursive code must not overflow the stack.
 */
export const MAX_DEPTH = 100

const UNSTORABLE = /[\0\p{Surrogate}]/u
const EACH_UNSTORABLE = /[\0\p{Surrogate}]/gu

/** Whether Postgres and UTF-8 can hold the text: it has no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** The text with U+FFFD in place of each NUL and each lone surrogate. */
export function storable(text: string): string {
  return text.replace(EACH_UNSTORABLE, '\uFFFD')
}

/** The text without NULs and lone surrogates. */
export function withoutUnstorable(text: string): string {
  return text.replace(EACH_UNSTORABLE, '')
}

/** The first `most` UTF-16 units of a text, without splitting a surrogate pair. */
export function truncateText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** Whether the value of a JSON text must be searched for unstorable texts. Never false when it has one. */
export function mayBeUnstorable(json: string): boolean {
  return /\\u(0000|d[89a-f])/i.test(json)
}

/** The value with all texts and field names storable, and a mark for what nests deeper than `MAX_DEPTH`. */
export function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
  if (depth === MAX_DEPTH) return '[nests too deep]'
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1))
  return orderedObject(
    fieldsOf(value).map(([name, field]) => [storable(name), storableJson(field, depth + 1)]),
  )
}
