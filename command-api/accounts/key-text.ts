import { randomBytes } from 'node:crypto'
import { sha256Hex } from '@recado/infra/sha256'

/** A new API key, the fixed prefix and 192 random bits, with the values that are stored outside the vault. */
export function newKeyText(): { text: string; sha256: string; last_four: string } {
  const text = `rcd_live_${randomBytes(24).toString('base64url')}`
  const sha256 = sha256Hex(text)
  return { text, sha256, last_four: text.slice(-4) }
}
