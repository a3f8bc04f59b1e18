/** The highest of several log positions; null when none of them is set. */
export function newestPosition(positions: readonly (bigint | null)[]): bigint | null {
  return positions.reduce((one, other) => ((other ?? -1n) > (one ?? -1n) ? other : one), null)
}
