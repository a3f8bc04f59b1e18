import { createHash, randomBytes } from 'node:crypto'

/** A new API key, the fixed prefix and 192 random bits, with the values that are stored outside the vault. */
export function newKeyText(): { text: string; sha256: string; last_four: string } {
  const text = `rcd_live_${randomBytes(24).toString('base64url')}`
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { text, sha256, last_four: text.slice(-4) }
}
