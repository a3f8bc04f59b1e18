/** The texts of all parts, in the order of their numbers, as one text. */
export function joinedParts(parts: ReadonlyMap<number, string>): string {
  const sorted = [...parts].sort(([a], [b]) => a - b)
  return sorted.map(([, body]) => body).join('')
}
