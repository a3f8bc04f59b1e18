import { DEEPEST } from '@recado/domain/storable'

// Below this length no text nests deep enough to hurt.
const HARMLESS = 2_000

/**
 * Whether a JSON text nests deeper than any body of ours has a reason to. Node's parser bears any depth, but
 * what writes the parsed value again, or walks it, runs out of stack.
 */
export function nestsTooDeep(text: string): boolean {
  if (text.length < HARMLESS) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = endOfString(text, at)
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > DEEPEST) return true
  }
  return false
}

/** Where the string that begins at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}
