import { isStorable } from '@recado/domain/storable'

/** What an input with a text that neither Postgres nor UTF-8 can hold is told. */
export const UNSTORABLE = 'must not contain NUL or half a surrogate pair'

/** Where a value, which nests no deeper than `nestsTooDeep` lets pass, has such a text; null when it has none. */
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
