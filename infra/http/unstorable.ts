import { isStorable } from '@recado/domain/storable'

/** The rule for texts that neither Postgres nor UTF-8 can hold, as a client is told it. */
export const UNSTORABLE = 'must not contain NUL or half a surrogate pair'

/** Path of the first such text in a value; null without one. The value nests no deeper than `nestsTooDeep` allows. */
export function unstorableIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, field] of Object.entries(value)) {
    if (!isStorable(key)) return path
    const found = unstorableIn(field, path === '' ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}
