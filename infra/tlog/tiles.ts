import type { Edge } from './edge.ts'
import { HASH_BYTES, nodeHash, rootOf, splitOf } from './merkle.ts'

/** Hashes of a full tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256

/** A tile by its place. `width` is how many hashes are read: 256, or fewer at the right edge of a tree. */
export type Tile = { readonly level: number; readonly number: number; readonly width: number }

/** Reads at least `width` hashes of a tile, one after the other. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>

const LEVEL = /^(0|[1-9]|[1-5]\d|6[0-3])$/
const NUMBER = /^(?:x\d{3}\/)*\d{3}$/
const WIDTH = /^(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/

/** The path below `tile/`, such as `0/x001/x234/067` or `1/000.p/17`. */
export function tilePath({ level, number, width }: Tile): string {
  const text = String(number)
  const digits = text.padStart(Math.ceil(text.length / 3) * 3, '0')
  const parts = digits.match(/\d{3}/g) ?? []
  const named = parts.map((part, n) => (n < parts.length - 1 ? `x${part}` : part)).join('/')
  return `${level}/${named}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/** Null for anything that is not exactly such a path. */
export function parseTilePath(path: string): Tile | null {
  const [level = '', rest = ''] = split(path, '/')
  const [named = '', partial] = split(rest, '.p/')
  if (!LEVEL.test(level) || !NUMBER.test(named)) return null
  if (partial !== undefined && !WIDTH.test(partial)) return null
  const number = Number(named.replaceAll(/[x/]/g, ''))
  const tile = {
    level: Number(level),
    number,
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  }
  return Number.isSafeInteger(number) && tilePath(tile) === path ? tile : null
}

/** How many hashes a tile has in a tree of this size; 0 for none. */
export function widthIn(size: number, { level, number }: Pick<Tile, 'level' | 'number'>): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.max(0, Math.min(TILE_WIDTH, hashes - number * TILE_WIDTH))
}

/** A tree of a fixed size whose hashes are read from tiles, each tile once. */
export type TiledTree = {
  /** The hashes beside the way from a leaf to the root, from the leaf on (RFC 6962, 2.1.1). */
  inclusionProof(index: number): Promise<readonly Buffer[]>
  root(): Promise<Buffer>
  edge(): Promise<Edge>
  leaf(index: number): Promise<Buffer>
}

/** A proof reads two tiles a level at most: on the way to the leaf, and at the right edge. */
export function tiledTree(size: number, readTile: ReadTile): TiledTree {
  const tiles = new Map<string, Promise<readonly Buffer[]>>()
  const read = (level: number, number: number) => {
    const tile = { level, number, width: widthIn(size, { level, number }) }
    const path = tilePath(tile)
    const known = tiles.get(path) ?? readTile(tile).then((bytes) => hashesOf(bytes, tile.width))
    tiles.set(path, known)
    return known
  }
  /** The root of a complete subtree: `count`, a power of two, leaves from a multiple of it on. */
  const complete = async (start: number, count: number) => {
    let level = 0
    while (TILE_WIDTH ** (level + 1) <= count) level += 1
    const [from, width] = [start / TILE_WIDTH ** level, count / TILE_WIDTH ** level]
    const hashes = await read(level, Math.floor(from / TILE_WIDTH))
    return rootOf(hashes.slice(from % TILE_WIDTH, (from % TILE_WIDTH) + width))
  }
  const rootBetween = async (start: number, count: number): Promise<Buffer> => {
    const half = count < 2 ? 0 : splitOf(count)
    if (count === half * 2 || count === 1) return complete(start, count)
    return nodeHash(await complete(start, half), await rootBetween(start + half, count - half))
  }
  const pathBetween = async (index: number, start: number, count: number): Promise<Buffer[]> => {
    if (count === 1) return []
    const half = splitOf(count)
    return index < start + half
      ? [...(await pathBetween(index, start, half)), await rootBetween(start + half, count - half)]
      : [...(await pathBetween(index, start + half, count - half)), await complete(start, half)]
  }
  return {
    inclusionProof: (index) => pathBetween(index, 0, size),
    root: async () => (size === 0 ? rootOf([]) : rootBetween(0, size)),
    edge: async () => ({
      size,
      hashes: await Promise.all(edgeOf(size).map((of) => complete(...of))),
    }),
    leaf: (index) => complete(index, 1),
  }
}

/** The complete subtrees of a tree, by start and count. */
function edgeOf(size: number): readonly (readonly [number, number])[] {
  const parts: [number, number][] = []
  for (let start = 0; start < size; ) {
    const left = size - start
    const count = left === 1 ? 1 : splitOf(left + 1)
    parts.push([start, count])
    start += count
  }
  return parts
}

/** @throws when a tile is shorter than it must be */
function hashesOf(bytes: Uint8Array, width: number): readonly Buffer[] {
  if (bytes.length < width * HASH_BYTES) throw new Error('a tile is shorter than the tree needs')
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, width * HASH_BYTES)
  return Array.from({ length: width }, (_, n) => all.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES))
}

function split(text: string, by: string): readonly (string | undefined)[] {
  const at = text.indexOf(by)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + by.length)]
}
