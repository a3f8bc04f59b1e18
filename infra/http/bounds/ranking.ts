/** Groups ordered by size. Finding the largest does not visit the others, and changing a size takes constant time. */
export type Ranking<T> = {
  set(group: T, size: number): void
  largestFirst(): Iterable<T>
}

export function ranking<T>(): Ranking<T> {
  const sizes = new Map<T, number>()
  /** The groups of each size. */
  const bySize: Set<T>[] = []
  return {
    set(group, size) {
      bySize[sizes.get(group) ?? 0]?.delete(group)
      while (bySize.length > 0 && !bySize.at(-1)?.size) bySize.pop()
      if (size === 0) return void sizes.delete(group)
      sizes.set(group, size)
      for (let next = bySize.length; next <= size; next++) bySize.push(new Set())
      bySize[size]?.add(group)
    },
    *largestFirst() {
      for (const groups of bySize.toReversed()) yield* groups
    },
  }
}
