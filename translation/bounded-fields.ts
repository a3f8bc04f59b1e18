/** Default limit for the fields kept around a change, so that a thousand records do not each repeat one large POST. */
const MOST_BYTES = 16 * 1024

export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/**
 * Keeps the fields that fit into `most` bytes, in order; `truncated` marks a loss. The stored POST still has all of
 * them.
 * @param slot a field to keep in its place with the value null, at no cost
 * @returns the kept fields, and the bytes left for other fields
 */
export function bounded(
  fields: Readonly<Record<string, unknown>>,
  { slot, most = MOST_BYTES }: { slot?: string; most?: number } = {},
): { kept: Readonly<Record<string, unknown>>; left: number } {
  const kept: [string, unknown][] = []
  let left = most
  let truncated = false
  for (const [name, value] of Object.entries(fields)) {
    const bytes = name === slot ? 0 : jsonBytes({ [name]: value })
    if (bytes > left) truncated = true
    else kept.push([name, name === slot ? null : value])
    left -= bytes > left ? 0 : bytes
  }
  if (truncated) kept.push(['truncated', true])
  return { kept: Object.fromEntries(kept), left }
}
