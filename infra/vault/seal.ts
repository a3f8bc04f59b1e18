import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A secret as it is stored: the tag stands at the end of `sealed`. */
export type Sealed = { readonly nonce: Buffer; readonly sealed: Buffer }

/** Whose secret it is and under which name; both must be the same when it is opened. */
export type Bound = { readonly accountId: string; readonly reference: string }

/**
 * Seals a secret under the master key, bound to its account and reference.
 * @param key 32 bytes
 */
export function seal(key: Buffer, secret: string, to: Bound): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(additionalData(to))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { nonce, sealed }
}

/**
 * Opens what `seal` sealed.
 * @throws when the key, the account or the reference is another, or a byte was changed
 */
export function unseal(key: Buffer, { nonce, sealed }: Sealed, to: Bound): string {
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(additionalData(to))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  const opened = [decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]
  return Buffer.concat(opened).toString('utf8')
}

function additionalData({ accountId, reference }: Bound): Buffer {
  return Buffer.from(JSON.stringify([accountId, reference]))
}
