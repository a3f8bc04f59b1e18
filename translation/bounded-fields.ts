/** Of the fields that stand around a change, so that a thousand records do not repeat what one POST holds. */
const MOST_BYTES = 16 * 1024

/** Size as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}

/**
 * An object with as many of its fields as fit, in their order. What is left out is marked by `truncated`, and stands in
 * the bytes of the POST.
 * @param slot a field that stays where it stands, without its value
 * @returns the object, and how many bytes are left for others
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
