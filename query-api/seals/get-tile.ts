import { treeOf } from '@recado/application/seal/leaf'
import { readTree, tileReader } from '@recado/application/seal/sealed-tree'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { notFound } from '@recado/infra/http/http-problem'
import { HASH_BYTES } from '@recado/infra/tlog/merkle'
import { parseTilePath, widthIn } from '@recado/infra/tlog/tiles'
import { z } from 'zod'
import type { ServedDeps } from '../deps.ts'
import { textRoute } from './text-route.ts'

/** Parts of a path below the level: `067`, `x001/067`, `x001/067.p/17` and so on, enough for 2^38 facts. */
const PARTS = ['a', 'b', 'c', 'd'] as const
const NAMES = ['getLogTile', 'getLogTileBelow', 'getLogTileFurtherBelow', 'getLogTileDeepest']
const Part = z
  .string()
  .regex(/^[x\d.p]{1,6}$/)
  .describe('A part of the number of the tile, such as x001 or 067.')
const Level = z
  .string()
  .regex(/^\d{1,2}$/)
  .describe('The level; 0 has the hashes of facts.')

/** GET /log/tile/…: the tiles of C2SP tlog-tiles, from which any proof is computed. */
export const tileRoutes: readonly ApiRoute<ServedDeps>[] = PARTS.map((_, n) => {
  const names = PARTS.slice(0, n + 1)
  return textRoute({
    operationId: String(NAMES[n]),
    url: `/log/tile/:level/${names.map((name) => `:${name}`).join('/')}`,
    summary: `Get hashes of the log, by a path of ${n + 1} parts`,
    description:
      'Extension. A tile of C2SP tlog-tiles: up to 256 hashes of 32 bytes, one after the other. It never changes. 404 for ' +
      'tiles that no checkpoint needs.',
    params: z.object({ level: Level, ...Object.fromEntries(names.map((name) => [name, Part])) }),
    type: 'application/octet-stream',
    answer: async ({ account, params }, run) => {
      const of = params as Record<string, string>
      const tile = parseTilePath([of.level, ...names.map((name) => of[name])].join('/'))
      const tree = await readTree(run, treeOf(account.id))
      const size = tree?.state.signed ?? 0
      if (tile === null || tile.width > widthIn(size, tile)) return notFound()
      const bytes = await tileReader(run, treeOf(account.id))(tile)
      const body = Buffer.from(bytes).subarray(0, tile.width * HASH_BYTES)
      const headers = { 'cache-control': 'private, max-age=31536000, immutable' }
      return { status: 200, type: 'application/octet-stream', body, headers }
    },
  })
})
