import { createHmac } from 'node:crypto'
import { type Bound, type Sealed, seal, unseal } from './seal.ts'

/** Master keys of 32 bytes, as the settings have them. */
export type MasterKeys = {
  /** VAULT_KEY. */
  readonly masterKey: Buffer
  /** VAULT_KEY_BEFORE, while the one is replaced by the other. */
  readonly keyBefore?: Buffer | null
}

/** A secret as a row holds it, with the name of the key around it: null where it is of before keys had names. */
export type SealedRow = Sealed & { readonly key_id: string | null }

/** The master keys of a process, by name. */
export type KeyRing = {
  /** Name of VAULT_KEY. */
  readonly newest: string
  /** Name of the key that seals before any rotation. */
  readonly oldest: string
  has(keyId: string): boolean
  /** @throws when the key is none of the ring */
  seal(keyId: string, secret: string, to: Bound): SealedRow
  /** The secret, or null when none of the keys opens it. */
  open(row: SealedRow, to: Bound): string | null
}

/** The name of a key, which tells nothing of it. */
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
        const secret = opened(key, row, to)
        if (secret !== null) return secret
      }
      return null
    },
  }
}

function opened(key: Buffer, row: Sealed, to: Bound): string | null {
  try {
    return unseal(key, row, to)
  } catch {
    return null
  }
}
