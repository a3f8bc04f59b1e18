import { TOMBSTONE } from './recorded.ts'

export type StreamMetadata = {
  /** Lowest readable revision; `TOMBSTONE` when the stream is soft-deleted. */
  readonly truncateBefore: bigint
  readonly maxCount: bigint | null
  /** Seconds. */
  readonly maxAge: bigint | null
}

const NO_LIMITS: StreamMetadata = { truncateBefore: 0n, maxCount: null, maxAge: null }

/**
 * The limits in a `$metadata` event. A count or age that is not above 0 is ignored alone; any value that is no int64
 * makes a server ignore all limits. JavaScript reads the greatest int64 as 2^63, so the text tells those two apart.
 */
export function readStreamMetadata(data: Buffer | null): StreamMetadata {
  if (!data) return NO_LIMITS
  const text = data.toString('utf8')
  const raw = parseObject(text)
  const truncateBefore = truncation(raw.$tb, text)
  const maxCount = limit(raw.$maxCount)
  const maxAge = limit(raw.$maxAge)
  if (truncateBefore === undefined || maxCount === undefined || maxAge === undefined) {
    return NO_LIMITS
  }
  return { truncateBefore, maxCount, maxAge }
}

/** The metadata with another `$tb`, every other key kept: what recreating a deleted stream writes. */
export function withTruncateBefore(data: Buffer | null, revision: bigint): Buffer {
  const raw = parseObject(data?.toString('utf8') ?? '')
  return Buffer.from(JSON.stringify({ ...raw, $tb: Number(revision) }))
}

export const SOFT_DELETED = Buffer.from(`{"$tb":${TOMBSTONE}}`)

function truncation(value: unknown, text: string): bigint | undefined {
  if (value === undefined) return 0n
  if (!isWhole(value) || value < 0) return undefined
  if (value < 2 ** 63) return BigInt(value)
  return value === 2 ** 63 && text.includes(String(TOMBSTONE)) ? TOMBSTONE : undefined
}

/** Null when not set or not above 0, undefined when it is no int64. */
function limit(value: unknown): bigint | null | undefined {
  if (value === undefined) return null
  if (!isWhole(value) || value >= 2 ** 63) return undefined
  return value > 0 ? BigInt(value) : null
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value)
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
