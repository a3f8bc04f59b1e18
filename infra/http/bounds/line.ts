import { type Held, type Standing, waitsForUs } from './held.ts'

/** The connections of one address by standing, each in the order of their latest answer or of their opening. */
export type Line = Readonly<Record<Standing, Set<Held>>>

export function emptyLine(): Line {
  return { spent: new Set(), fresh: new Set(), known: new Set(), proxy: new Set() }
}

export function lengthOf({ spent, fresh, known, proxy }: Line): number {
  return spent.size + fresh.size + known.size + proxy.size
}

/** How many connections have shown no key, signature or session. */
export function strangersIn({ spent, fresh }: Line): number {
  return spent.size + fresh.size
}

export function moveToBack(line: Line, held: Held): void {
  remove(line, held)
  line[held.standing].add(held)
}

export function remove(line: Line, held: Held): void {
  for (const group of Object.values(line)) group.delete(held)
}

/** The first connection of these standings that does not wait for our answer; undefined when all do. */
export function firstOf(
  line: Line,
  standings: readonly Standing[],
  spared: Held,
): Held | undefined {
  for (const standing of standings)
    for (const held of line[standing]) if (held !== spared && !waitsForUs(held)) return held
  return undefined
}
