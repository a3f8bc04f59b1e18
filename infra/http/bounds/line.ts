import { type Held, waitsForUs } from './held.ts'

/** Connections in order of their latest answer, or of their opening without one; the oldest is found at once. */
export type Line = { readonly fresh: Set<Held>; readonly served: Set<Held> }

export function emptyLine(): Line {
  return { fresh: new Set(), served: new Set() }
}

export function lengthOf({ fresh, served }: Line): number {
  return fresh.size + served.size
}

export function goToEnd(line: Line, held: Held): void {
  stepOut(line, held)
  ;(held.served ? line.served : line.fresh).add(held)
}

export function stepOut({ fresh, served }: Line, held: Held): void {
  fresh.delete(held)
  served.delete(held)
}

/** A connection that was served counts as this much younger, ms, so clients that only connect are dropped first. */
const CREDIT_MS = 10_000

/** The connection that is longest without a complete request; undefined when all wait for our answer. */
export function longestWithout({ fresh, served }: Line, spared: Held): Held | undefined {
  const stranger = firstOf(fresh, spared)
  const known = firstOf(served, spared)
  if (stranger === undefined || known === undefined) return stranger ?? known
  return known.since + CREDIT_MS < stranger.since ? known : stranger
}

function firstOf(group: ReadonlySet<Held>, spared: Held): Held | undefined {
  for (const held of group) if (held !== spared && !waitsForUs(held)) return held
  return undefined
}
