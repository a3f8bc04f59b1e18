import { createHmac, timingSafeEqual } from 'node:crypto'

/** The bytes of a body in the pieces in which they came. */
export type RawBody = readonly Uint8Array[]

/** The lower-case hex HMAC of a body. */
export function hmacOf(algorithm: string, key: string, body: RawBody): string {
  const hmac = createHmac(algorithm, key)
  for (const piece of body) hmac.update(piece)
  return hmac.digest('hex')
}

/** Compares in a time that tells nothing of where two texts differ. */
export function isEqual(expected: string, given: string): boolean {
  const one = Buffer.from(expected)
  const other = Buffer.from(given)
  return one.length === other.length && timingSafeEqual(one, other)
}
