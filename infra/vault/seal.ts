import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A stored secret; the authentication tag is at the end of `sealed`. */
export type Sealed = { readonly nonce: Buffer; readonly sealed: Buffer }

/** The account and reference that a secret is bound to; both must match when it is opened. */
export type Bound = { readonly account_id: string; readonly reference: string }

/** Seals a secret under a key of 32 bytes, bound to its account and reference. */
export function seal(key: Buffer, secret: string, to: Bound): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(additionalData(to))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { nonce, sealed }
}

/** Opens a sealed secret. @throws when the key, the account or the reference differs, or a byte was changed */
export function unseal(key: Buffer, { nonce, sealed }: Sealed, to: Bound): string {
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(additionalData(to))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  const opened = [decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]
  return Buffer.concat(opened).toString('utf8')
}

function additionalData({ account_id, reference }: Bound): Buffer {
  return Buffer.from(JSON.stringify([account_id, reference]))
}
