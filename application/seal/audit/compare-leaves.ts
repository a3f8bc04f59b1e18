/** A fact of the log with the hash that it has as a leaf now, in hex. */
export type FoundLeaf = {
  readonly hash: string
  readonly id: string
  readonly stream: string
  readonly revision: bigint
  readonly position: bigint
  /** By its place in the log: what its metadata say of that is nobody's word. */
  readonly logId: number
}

/** How the log differs from what was sealed. `at` is the place among the sealed leaves. */
export type LeafDifference =
  | {
      readonly kind: 'altered' | 'inserted' | 'moved'
      readonly at: number
      readonly fact: FoundLeaf
    }
  | {
      readonly kind: 'missing'
      readonly at: number
      readonly before: FoundLeaf | null
      readonly after: FoundLeaf | null
    }

/** Compares hashes that were sealed with facts of the log, both in their order. */
export function compareLeaves(
  sealed: readonly string[],
  found: readonly FoundLeaf[],
): readonly LeafDifference[] {
  const differences: LeafDifference[] = []
  const moved = new Set<string>()
  const isSealedAfter = laterIn(sealed, (hash) => hash)
  const isFoundAfter = laterIn(found, ({ hash }) => hash)
  let [n, at] = [0, 0]
  while (at < sealed.length || n < found.length) {
    const fact = found[n]
    const hash = sealed[at]
    if (fact !== undefined && fact.hash === hash) {
      n += 1
      at += 1
    } else if (hash !== undefined && moved.has(hash)) at += 1
    else if (fact === undefined || (hash !== undefined && !isFoundAfter(hash, n))) {
      const isOther = fact !== undefined && !isSealedAfter(fact.hash, at)
      if (isOther) differences.push({ kind: 'altered', at, fact })
      else
        differences.push({ kind: 'missing', at, before: found[n - 1] ?? null, after: fact ?? null })
      if (isOther) n += 1
      at += 1
    } else {
      const isMoved = isSealedAfter(fact.hash, at)
      if (isMoved) moved.add(fact.hash)
      differences.push({ kind: isMoved ? 'moved' : 'inserted', at, fact })
      n += 1
    }
  }
  return differences
}

/** Whether a hash comes at or after a place. */
function laterIn<T>(all: readonly T[], hashOf: (one: T) => string) {
  const last = new Map(all.map((one, n) => [hashOf(one), n]))
  return (hash: string, from: number) => (last.get(hash) ?? -1) >= from
}
