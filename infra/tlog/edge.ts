import { EMPTY_ROOT, nodeHash } from './merkle.ts'

/**
 * What a growing tree needs of its past: the roots of its complete subtrees, the largest first, which are as many as the
 * size has binary ones.
 */
export type Edge = { readonly size: number; readonly hashes: readonly Buffer[] }

export const NO_LEAVES: Edge = { size: 0, hashes: [] }

/** The edge after one more leaf. */
export function withLeaf({ size, hashes }: Edge, leaf: Buffer): Edge {
  const left = [...hashes]
  let hash = leaf
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2)
    hash = nodeHash(left.pop() ?? hash, hash)
  return { size: size + 1, hashes: [...left, hash] }
}

export function rootOfEdge({ hashes }: Edge): Buffer {
  const root = hashes.reduceRight<Buffer | null>(
    (right, left) => (right === null ? left : nodeHash(left, right)),
    null,
  )
  return root ?? EMPTY_ROOT
}
