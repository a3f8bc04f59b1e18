import { foreignJson } from '../foreign-json.ts'

/** An object of an answer. */
export type Json = Readonly<Record<string, unknown>>

/** Deeper than any answer of a provider; what recurses over an answer later is safe below it. */
const MAX_DEPTH = 64

/**
 * The object that an answer's text holds; empty when it holds none, or one nested deeper than 64 levels. Its texts are
 * well-formed and without NUL, which Postgres cannot hold.
 */
export function answerJson(body: string): Json {
  try {
    if (deeperThan(MAX_DEPTH, body)) return {}
    const value: unknown = foreignJson(body)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

/** Counts brackets outside of strings, before anything recurses over the text. */
function deeperThan(most: number, text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') depth -= 1
    if (depth > most) return true
  }
  return false
}

function endOfString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}
