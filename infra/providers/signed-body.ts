import { createHmac, timingSafeEqual } from 'node:crypto'

export type RawBody = readonly Uint8Array[]

export function hmacOf(algorithm: string, key: string, body: RawBody): string {
  const hmac = createHmac(algorithm, key)
  for (const piece of body) hmac.update(piece)
  return hmac.digest('hex')
}

/** Compares in constant time. */
export function isEqual(expected: string, given: string): boolean {
  const one = Buffer.from(expected)
  const other = Buffer.from(given)
  return one.length === other.length && timingSafeEqual(one, other)
}
