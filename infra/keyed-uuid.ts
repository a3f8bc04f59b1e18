import { createHmac } from 'node:crypto'
import { uuidOfDigest } from './uuid-v5.ts'

/**
 * A version 8 uuid (RFC 9562, 5.8) of several parts, whose borders count, by HMAC-SHA-256: whoever lacks the key can
 * neither compute it nor tell which parts it was made of, however few there are to try.
 */
export function keyedUuid(key: Buffer, ...parts: readonly string[]): string {
  return uuidOfDigest(createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex'), 8)
}
