import { closest, distance } from 'fastest-levenshtein'
import type { RouteDocument } from './api-route.ts'
import { HttpProblem } from './http-problem.ts'

/**
 * Refuses a query parameter that the route does not have. Dropped silently, a misspelt filter would answer a list of
 * everything. Documents that anyone may read are left out: a reader's cache adds parameters of its own.
 * @throws HttpProblem 400 `query_error`, which names the parameter and the nearest known one
 */
export function requireKnown({ query, access }: RouteDocument, sent: object): void {
  if (access === 'anyone') return
  const known = Object.keys(query.shape)
  const unknown = Object.keys(sent).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new HttpProblem(400, 'query_error', unknownAmong(known, unknown))
}

function unknownAmong(known: readonly string[], name: string): string {
  const shown = name.slice(0, MAX_SHOWN_LENGTH)
  if (known.length === 0) return `${shown} is not a parameter here: this request takes none`
  const nearest = closest(shown, known)
  const hint = isNear(shown, nearest) ? `; did you mean ${nearest}?` : '.'
  return `${shown} is not a parameter here${hint} Known are ${known.join(', ')}`
}

/** A name may be long, and its distance to each known one costs their product. */
const MAX_SHOWN_LENGTH = 64

/** Half of a word's letters are another word. */
function isNear(name: string, known: string): boolean {
  return distance(name, known) * 2 <= Math.max(name.length, known.length)
}
