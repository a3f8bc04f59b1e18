/** The texts of parts, by number, as one. */
export function joinedParts(parts: ReadonlyMap<number, string>): string {
  const sorted = [...parts].sort(([a], [b]) => a - b)
  return sorted.map(([, body]) => body).join('')
}
