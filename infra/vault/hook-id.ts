import { createHmac } from 'node:crypto'

/** What the ids are derived for; another text would give every address another name. */
const PURPOSE = 'address of a provider’s hook\0'

/**
 * The last part of the address that an app posts to: an opaque uuid, the same for the same secret. Without the master
 * key nobody can tell one from the other.
 * @param masterKey 32 bytes, as VAULT_KEY gives them
 */
export function hookId(masterKey: Buffer, secret: string): string {
  const digest = createHmac('sha256', masterKey).update(PURPOSE).update(secret).digest('hex')
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(18, 20)}-${digest.slice(20, 32)}`
}
