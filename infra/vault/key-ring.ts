import { createHmac } from 'node:crypto'
import { type Bound, type Sealed, seal, unseal } from './seal.ts'

/** Master keys of 32 bytes. */
export type MasterKeys = {
  readonly masterKey: Buffer
  readonly keyBefore?: Buffer | null
}

/** A secret as a row stores it, with the name of its key; null in rows from before keys had names. */
export type SealedRow = Sealed & { readonly key_id: string | null }

export type KeyRing = {
  readonly newest: string
  /** Name of the key that seals until the first rotation. */
  readonly oldest: string
  has(keyId: string): boolean
  /** @throws when the ring does not have the key */
  seal(keyId: string, secret: string, to: Bound): SealedRow
  /** The secret; null when no key of the ring opens it. */
  open(row: SealedRow, to: Bound): string | null
}

/** The name of a key, which reveals nothing about it. */
function keyIdOf(key: Buffer): string {
  return createHmac('sha256', key).update('name of a vault key').digest('hex').slice(0, 16)
}

export function keyRing({ masterKey, keyBefore }: MasterKeys): KeyRing {
  const before = keyBefore ?? masterKey
  const keys = new Map([masterKey, before].map((key) => [keyIdOf(key), key]))
  return {
    newest: keyIdOf(masterKey),
    oldest: keyIdOf(before),
    has: (keyId) => keys.has(keyId),
    seal(keyId, secret, to) {
      const key = keys.get(keyId)
      if (key === undefined) throw new Error(`no key ${keyId} to seal with`)
      return { ...seal(key, secret, to), key_id: keyId }
    },
    open(row, to) {
      const named = row.key_id === null ? undefined : keys.get(row.key_id)
      for (const key of named === undefined ? keys.values() : [named]) {
        const secret = openSecret(key, row, to)
        if (secret !== null) return secret
      }
      return null
    },
  }
}

function openSecret(key: Buffer, row: Sealed, to: Bound): string | null {
  try {
    return unseal(key, row, to)
  } catch {
    return null
  }
}
