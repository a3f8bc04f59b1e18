/** Deeper than any provider or client has a reason to nest; what walks a value again must not run out of stack. */
export const DEEPEST = 100

const UNSTORABLE = /[\0\p{Surrogate}]/u
const EACH_UNSTORABLE = /[\0\p{Surrogate}]/gu

/** Whether Postgres and UTF-8 can hold the text: without NUL, and without half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** The text with U+FFFD for each NUL and each half of a surrogate pair. */
export function storable(text: string): string {
  return text.replace(EACH_UNSTORABLE, '\uFFFD')
}

/** The beginning of a text, at most so many UTF-16 units, cut between characters. */
export function beginningOf(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/**
 * Whether a JSON text may hold what cannot be stored, so that its value has to be looked through. It says yes to some
 * that hold nothing of it, never no to one that does.
 */
export function mayBeUnstorable(json: string): boolean {
  return /\\u(0000|d[89a-f])/i.test(json)
}

/** The value with every text and every name storable, and a mark for what nests deeper than `DEEPEST`. */
export function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) return '[nests too deep]'
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1))
  const fields = Object.entries(value).map(
    ([name, field]) => [storable(name), storableJson(field, depth + 1)] as const,
  )
  return Object.fromEntries(fields)
}
