import { randomBytes } from 'node:crypto'

/** Keys in a batch, which is stored, read and cached as one. */
export const KEYS_IN_BATCH = 32
export const KEY_BYTES = 32

/** A key of 32 bytes, by the name that facts give it: `<batch>.<number>`. */
export type NamedKey = { readonly kid: string; readonly key: Buffer }

/** What the keys of a batch seal: what is kept for as long as the person, or what was said, which may expire. */
export type Part = 'kept' | 'said'

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

/** Before the names of batches of what was said. No time begins with it before the year 5058. */
const SAID = 's'

/** Characters of a time in the name of a batch. */
const TIME_CHARS = 9

/**
 * A batch of new keys. Its name begins with the time, so that batches of a part are stored and read in their order.
 * @param at Unix time, ms
 */
export function newBatch(part: Part, at: number): KeyBatch {
  const name = `${timeName(at)}${randomBytes(6).toString('hex')}`
  return {
    batch: part === 'said' ? `${SAID}${name}` : name,
    keys: randomBytes(KEYS_IN_BATCH * KEY_BYTES),
  }
}

/** When a batch of what was said was made, in milliseconds. */
export function saidAt(batch: string): number {
  return Number.parseInt(batch.slice(SAID.length, SAID.length + TIME_CHARS), 36)
}

/** The names of batches of what was said that were made before a time are from `first`, and before `end`. */
export function saidBefore(time: Date): { readonly first: string; readonly end: string } {
  return { first: SAID, end: `${SAID}${timeName(time.getTime())}` }
}

/** Whether a key seals what is kept for as long as the person; only an erasure destroys it. */
export function isOfKept(kid: string): boolean {
  return !kid.startsWith(SAID)
}

/** Whether a batch is of what was said, and its name before another. */
export function isSaidBefore(batch: string, end: string): boolean {
  return batch.startsWith(SAID) && batch < end
}

function timeName(ms: number): string {
  return ms.toString(36).padStart(TIME_CHARS, '0')
}
