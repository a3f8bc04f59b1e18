import { rootOf } from '@recado/infra/tlog/merkle'
import type { ReadTile } from '@recado/infra/tlog/tiles'

/** Reads the tiles of a tree with these leaves, computed by their definition in C2SP tlog-tiles. */
export function tilesOf(leaves: readonly Buffer[]): ReadTile {
  return async ({ level, number, width }) => {
    const step = 256 ** level
    const hashes = Array.from({ length: width }, (_, n) => {
      const start = (number * 256 + n) * step
      return rootOf(leaves.slice(start, start + step))
    })
    return Buffer.concat(hashes)
  }
}
