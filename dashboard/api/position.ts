/** The later of two positions of the log; null is none. */
export function laterOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return BigInt(one) > BigInt(other) ? one : other
}
