import { NO_LEAVES, rootOfEdge, withLeaf } from '@recado/infra/tlog/edge'
import { EMPTY_ROOT, leafHash, rootByProof, rootOf } from '@recado/infra/tlog/merkle'
import { type Tile, tiledTree } from '@recado/infra/tlog/tiles'
import fc from 'fast-check'
import { test } from 'tap'
import { tilesOf } from './tiles-of.ts'

const hex = (text: string) => Buffer.from(text, 'hex')

/** The tree of the tests of Certificate Transparency, which every implementation of RFC 6962 is judged by. */
const RECORDS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
  .concat('606162636465666768696a6b6c6d6e6f')
  .map(hex)
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const PROOFS: readonly (readonly [leaf: number, size: number, hashes: readonly string[]])[] = [
  [0, 1, []],
  [
    0,
    8,
    ['96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7']
      .concat('5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e')
      .concat('6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4'),
  ],
  [
    5,
    8,
    ['bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b']
      .concat('ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0')
      .concat('d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'),
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    ['6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d']
      .concat('5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e')
      .concat('bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b'),
  ],
]

test('roots and proofs equal the published ones', async (t) => {
  const leaves = RECORDS.map(leafHash)
  t.equal(EMPTY_ROOT.toString('hex').slice(0, 8), 'e3b0c442')
  for (const [n, root] of ROOTS.entries()) {
    t.equal(rootOf(leaves.slice(0, n + 1)).toString('hex'), root)
    const edge = leaves.slice(0, n + 1).reduce(withLeaf, NO_LEAVES)
    t.equal(rootOfEdge(edge).toString('hex'), root)
  }
  for (const [index, size, hashes] of PROOFS) {
    const tree = tiledTree(size, tilesOf(leaves.slice(0, size)))
    t.same(
      (await tree.inclusionProof(index)).map((hash) => hash.toString('hex')),
      hashes,
    )
    const root = rootByProof(leaves[index] ?? EMPTY_ROOT, { index, size }, hashes.map(hex))
    t.equal(root?.toString('hex'), ROOTS[size - 1])
  }
})

test('every leaf of a tree of any size is proven, and no other leaf, place or hash', (t) =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 1_500 }),
      fc.nat(),
      fc.nat(),
      async (size, at, bit) => {
        const index = at % size
        const leaves = leavesOf(size)
        const tree = tiledTree(size, tilesOf(leaves))
        const root = await tree.root()
        t.ok(root.equals(rootOf(leaves)))
        t.ok(root.equals(rootOfEdge(await tree.edge())))
        t.same(await tree.edge(), leaves.reduce(withLeaf, NO_LEAVES))
        const proof = await tree.inclusionProof(index)
        const leaf = await tree.leaf(index)
        t.ok(rootByProof(leaf, { index, size }, proof)?.equals(root))
        const parts = [leaf, ...proof]
        const changed = parts.map((hash, n) =>
          n === bit % parts.length ? flipped(hash, bit) : hash,
        )
        const [other = leaf, ...others] = changed
        t.notOk(rootByProof(other, { index, size }, others)?.equals(root))
        if (size > 1)
          t.notOk(rootByProof(leaf, { index: (index + 1) % size, size }, proof)?.equals(root))
      },
    ),
    { numRuns: 40 },
  ))

test('a proof reads a bounded number of tiles at any size', (t) =>
  fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 2n ** 50n }), fc.nat(), async (most, at) => {
      const size = Number(most)
      const read: Tile[] = []
      const tree = tiledTree(size, async (tile) => {
        read.push(tile)
        return Buffer.alloc(tile.width * 32)
      })
      await tree.inclusionProof(at % size)
      const levels = Math.max(1, Math.ceil(Math.log(size) / Math.log(256)))
      t.ok(read.length <= 2 * levels, `${read.length} tiles of ${levels} levels`)
      t.ok(read.every(({ width }) => width >= 1 && width <= 256))
    }),
  ))

function flipped(hash: Buffer, bit: number): Buffer {
  const copy = Buffer.from(hash)
  const at = bit % 32
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8))
  return copy
}

function leavesOf(size: number): readonly Buffer[] {
  return Array.from({ length: size }, (_, n) => leafHash(Buffer.from(`leaf ${n}`)))
}
