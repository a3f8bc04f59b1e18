import { mayBeUnstorable, storableJson } from '@recado/domain/storable'
import { nestsTooDeep } from './http/json-depth.ts'

/**
 * The value of a JSON text that a provider wrote. NUL and half of a surrogate pair, which no store of ours can hold,
 * become U+FFFD in it, and what nests too deep a mark.
 * @throws SyntaxError
 */
export function foreignJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return mayBeUnstorable(text) || nestsTooDeep(text) ? storableJson(value) : value
}
