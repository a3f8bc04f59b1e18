import { endOfString } from '@recado/domain/json-text'
import { MAX_DEPTH } from '@recado/domain/storable'

// A shorter text cannot nest deep enough to do harm.
const MIN_LENGTH = 2_000

/** Whether a text nests deeper than MAX_DEPTH. Node parses any depth, but walking the value overflows the stack. */
export function nestsTooDeep(text: string): boolean {
  return text.length >= MIN_LENGTH && nestsDeeperThan(MAX_DEPTH, text)
}

export function nestsDeeperThan(most: number, text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > most) return true
  }
  return false
}
