import { hash } from 'node:crypto'

/** Bytes of a SHA-256. */
export const HASH_BYTES = 32

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)

/** The hash of a tree without leaves. */
export const EMPTY_ROOT = sha256('')

/** The hash of a leaf (RFC 6962, 2.1). @param record its bytes, or the text that they are in UTF-8 */
export function leafHash(record: Uint8Array | string): Buffer {
  return sha256(typeof record === 'string' ? `\0${record}` : Buffer.concat([LEAF, record]))
}

/** The hash of a node (RFC 6962, 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Buffer.concat([NODE, left, right]))
}

/** The largest power of two below a number, which is at least 2: where RFC 6962 divides so many leaves. */
export function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** The root over hashes, which are at least one. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  if (hashes.length < 2) return hashes[0] ?? EMPTY_ROOT
  const split = splitOf(hashes.length)
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
}

/**
 * The root that an inclusion proof leads to; null when its length does not fit index and size. The leaf is in the tree
 * only if this equals the tree's root.
 */
export function rootByProof(
  leaf: Buffer,
  { index, size }: { readonly index: number; readonly size: number },
  proof: readonly Buffer[],
): Buffer | null {
  if (index >= size) return null
  if (size === 1) return proof.length === 0 ? leaf : null
  const last = proof.at(-1)
  if (last === undefined) return null
  const split = splitOf(size)
  const rest = proof.slice(0, -1)
  if (index < split) {
    const left = rootByProof(leaf, { index, size: split }, rest)
    return left && nodeHash(left, last)
  }
  const right = rootByProof(leaf, { index: index - split, size: size - split }, rest)
  return right && nodeHash(last, right)
}

/** In one call, and by way of hex: a hash that is fed in parts costs three times as much, one that is bytes a third more. */
function sha256(bytes: Uint8Array | string): Buffer {
  return Buffer.from(hash('sha256', bytes, 'hex'), 'hex')
}
