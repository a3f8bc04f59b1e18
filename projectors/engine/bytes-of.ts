import { receivedBytes } from '@recado/infra/event-store/delivered-fact'

const HEAD_BYTES = 32
/** How much larger the parsed values of a fact are than its JSON. */
const PARSED_PER_BYTE = 2

/** Deeper than a client's body may nest. Deeper levels are not counted, because counting takes stack. */
const MAX_LEVELS = 200

/** Roughly how much memory plain data or a delivered fact takes, in bytes, without serialising or parsing it. */
export function bytesOf(value: unknown, levels = MAX_LEVELS): number {
  if (typeof value === 'string') return HEAD_BYTES + 2 * value.length
  if (typeof value !== 'object' || value === null || levels === 0) return HEAD_BYTES
  const received = receivedBytes(value)
  if (received !== undefined) return PARSED_PER_BYTE * received
  let bytes = HEAD_BYTES
  for (const name in value)
    bytes += name.length + bytesOf((value as Record<string, unknown>)[name], levels - 1)
  return bytes
}
