import { createHmac } from 'node:crypto'
import { uuidOfDigest } from '../uuid-v5.ts'

/** Separates these ids from other uses of the key. Changing it would change every address. */
const PURPOSE = 'address of a provider’s hook\0'

/** An app's hook address ends with this uuid, which nobody can compute without the 32-byte master key. */
export function hookId(masterKey: Buffer, secret: string): string {
  const digest = createHmac('sha256', masterKey).update(PURPOSE).update(secret).digest('hex')
  return uuidOfDigest(digest, 8)
}
