const HEAD_BYTES = 32

/** Deeper than a client's body may nest. Deeper levels are not counted, because counting takes stack. */
const MAX_LEVELS = 200

/** Roughly how much memory plain data takes, in bytes, without serialising it. */
export function bytesOf(value: unknown, levels = MAX_LEVELS): number {
  if (typeof value === 'string') return HEAD_BYTES + 2 * value.length
  if (typeof value !== 'object' || value === null || levels === 0) return HEAD_BYTES
  let bytes = HEAD_BYTES
  for (const name in value)
    bytes += name.length + bytesOf((value as Record<string, unknown>)[name], levels - 1)
  return bytes
}
