/** The number in [0, 1) at a step of a seed's sequence (mulberry32, Tommy Ettinger, public domain). */
export function fraction(seed: number, step: number): number {
  let mixed = (seed + Math.imul(step + 1, 0x6d2b79f5)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** The numbers of a seed's sequence, one after the other. */
export function seededRandom(seed: number): () => number {
  let step = 0
  return () => fraction(seed, step++)
}

export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
