import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether the header proves that Meta signed these bytes with the app secret: `sha256=` and the lower-case
 * hex HMAC-SHA256 of the raw body (Graph API webhooks, "validating payloads").
 */
export function isSignedBy(secret: string, body: Uint8Array, header: string | undefined): boolean {
  if (header === undefined) return false
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return isEqual(expected, header)
}

/** Whether WAHA signed these bytes with the key: the hex HMAC-SHA512 of the raw body in X-Webhook-Hmac. */
export function isSignedByWaha(key: string, body: Uint8Array, header: string): boolean {
  return isEqual(createHmac('sha512', key).update(body).digest('hex'), header.toLowerCase())
}

/** Compares in a time that tells nothing of where two texts differ. */
export function isEqual(expected: string, given: string): boolean {
  const one = Buffer.from(expected)
  const other = Buffer.from(given)
  return one.length === other.length && timingSafeEqual(one, other)
}
