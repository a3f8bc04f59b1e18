import { mayBeUnstorable, storableJson } from '@recado/domain/storable'
import { nestsTooDeep } from './json-depth.ts'

/** Parses a provider's JSON. NUL and lone surrogates become U+FFFD, too deep values a marker. @throws SyntaxError */
export function foreignJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return mayBeUnstorable(text) || nestsTooDeep(text) ? storableJson(value) : value
}
