import { randomBytes } from 'node:crypto'

/** Keys in a batch, which is stored, read and cached as one. */
export const KEYS_IN_BATCH = 32
export const KEY_BYTES = 32

/** A key of 32 bytes, by the name that facts give it: `<batch>.<number>`. */
export type NamedKey = { readonly kid: string; readonly key: Buffer }

/** Keys of a batch, one after the other; a destroyed one is all zeros. */
export type KeyBatch = { readonly batch: string; readonly keys: Buffer }

const NO_KEY = Buffer.alloc(KEY_BYTES)

/** A fact names a key that the vault has never had: it is from another installation, or from an older backup. */
export class KeyMissing extends Error {
  constructor(kid: string) {
    super(
      `the vault has no key ${kid}, which facts of the log are sealed under: restore a backup of the vault that is not older than the log`,
    )
    this.name = 'KeyMissing'
  }
}

export function batchOf(kid: string): string {
  return kid.slice(0, kid.indexOf('.'))
}

/** The place of a key in its batch. */
export function placeOf(kid: string): number {
  return Number(kid.slice(kid.indexOf('.') + 1)) * KEY_BYTES
}

/** The key of a batch; null when it was destroyed. @throws KeyMissing when there is no such batch */
export function keyIn(keys: Buffer | undefined, kid: string): Buffer | null {
  const at = placeOf(kid)
  const key = keys?.subarray(at, at + KEY_BYTES)
  if (key === undefined || key.length !== KEY_BYTES) throw new KeyMissing(kid)
  return key.equals(NO_KEY) ? null : key
}

/** A batch of new keys. Its name begins with the time, so that batches are stored and read in their order. */
export function newBatch(): KeyBatch {
  const time = Date.now().toString(36).padStart(9, '0')
  return {
    batch: `${time}${randomBytes(6).toString('hex')}`,
    keys: randomBytes(KEYS_IN_BATCH * KEY_BYTES),
  }
}
