/**
 * Whether a report of a provider is older than another report of a provider. Providers give times in seconds: of two
 * reports in one second the one that arrived later is the newer.
 * @param said_at ISO 8601, by the provider's clock
 * @param known when the newest known report was said; null when there is none
 */
export function isOlder(said_at: string, known: string | null | undefined): boolean {
  return known != null && second(said_at) < second(known)
}

/** The newer of two times by the provider's clock; null counts as the oldest. */
export function newer(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? other : one
}

/** An ISO 8601 time up to its seconds. */
function second(at: string): string {
  return at.slice(0, 19)
}
