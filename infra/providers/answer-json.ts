import { foreignJson } from '../foreign-json.ts'

export type Json = Readonly<Record<string, unknown>>

/** Deeper than any provider's answer, and safe for code that recurses over one. */
const MAX_DEPTH = 64

/** The object in an answer, well-formed and without NUL; empty when there is none or it nests deeper than 64 levels. */
export function answerJson(body: string): Json {
  try {
    if (deeperThan(MAX_DEPTH, body)) return {}
    const value: unknown = foreignJson(body)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

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
