import { foreignJson } from '../foreign-json.ts'
import { nestsDeeperThan } from '../json-depth.ts'

export type Json = Readonly<Record<string, unknown>>

/** Deeper than any provider's answer, and safe for code that recurses over one. */
const MAX_DEPTH = 64

/** The object in an answer, well-formed and without NUL; empty when there is none or it nests deeper than 64 levels. */
export function answerJson(body: string): Json {
  try {
    if (nestsDeeperThan(MAX_DEPTH, body)) return {}
    const value: unknown = foreignJson(body)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}
