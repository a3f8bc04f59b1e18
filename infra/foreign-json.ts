import { exactJson, mayBeInexact } from '@recado/domain/exact-json'
import { mayBeUnstorable, storable, storableJson } from '@recado/domain/storable'
import { nestsTooDeep } from './json-depth.ts'

/** Parses a provider's JSON. NUL and lone surrogates become U+FFFD, too deep values a marker. @throws SyntaxError */
export function foreignJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return mayBeUnstorable(text) || nestsTooDeep(text) ? storableJson(value) : value
}

/** As `foreignJson`, but numbers keep their characters and fields their order. @throws SyntaxError */
export function exactForeignJson(text: string): unknown {
  if (!mayBeInexact(text) || nestsTooDeep(text)) return foreignJson(text)
  JSON.parse(text)
  return exactJson(text, mayBeUnstorable(text) ? storable : undefined)
}
