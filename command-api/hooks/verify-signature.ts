import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RawBody } from './raw-body.ts'

/**
 * Whether the header proves that Meta signed these bytes with the app secret: `sha256=` and the lower-case
 * hex HMAC-SHA256 of the raw body (Graph API webhooks, "validating payloads").
 */
export function isSignedBy(secret: string, body: RawBody, header: string): boolean {
  return isEqual(`sha256=${hexOf('sha256', secret, body)}`, header)
}

/** Whether WAHA signed these bytes with the key: the hex HMAC-SHA512 of the raw body in X-Webhook-Hmac. */
export function isSignedByWaha(key: string, body: RawBody, header: string): boolean {
  return isEqual(hexOf('sha512', key, body), header.toLowerCase())
}

function hexOf(algorithm: string, key: string, body: RawBody): string {
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
