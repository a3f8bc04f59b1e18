import { createHmac } from 'node:crypto'

/** Separates these ids from other uses of the key. Changing it would change every address. */
const PURPOSE = 'address of a provider’s hook\0'

/** An app's hook address ends with this uuid, which nobody can compute without the 32-byte master key. */
export function hookId(masterKey: Buffer, secret: string): string {
  const digest = createHmac('sha256', masterKey).update(PURPOSE).update(secret).digest('hex')
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}
