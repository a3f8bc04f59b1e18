import { idOf } from '@recado/application/ids'
import { type SealedTree, tileRowId } from '@recado/application/seal/sealed-tree'
import type { LeavesSealed, SealEvent } from '@recado/domain/seal/events'
import { seal } from '@recado/domain/seal/seal'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { HASH_BYTES, rootOf } from '@recado/infra/tlog/merkle'
import { TILE_WIDTH } from '@recado/infra/tlog/tiles'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'

type TileRow = {
  readonly id: string
  readonly tree: string
  readonly level: number
  readonly number: number
  readonly hashes: string
  readonly last_log_id: number
}

const seals = table<SealedTree>({ name: 'seals' })
const tiles = table<TileRow>({ name: 'seal_tiles', maxCached: 500 })

const UNBEGUN = {
  ...{ revision: -1, origin: '', public_keys: [], state: seal.initialState },
  checkpoint: null,
}

/** The trees, with all levels of their tiles. */
export const sealsProjection: Projection = projection<SealEvent>({
  name: 'seals',
  tables: [seals, tiles],
  ddl: new URL('./seals.sql', import.meta.url),
  needs: {
    LeavesSealed: ({ stream, data }) => [
      [seals, idOf(stream)],
      [tiles, tileRowId(idOf(stream), 0, Math.floor(data.start / TILE_WIDTH))],
    ],
  },
  on: {
    SealBegun: (event, rows) =>
      change(event, rows, () => ({
        origin: event.data.origin,
        public_keys: [event.data.public_key],
      })),
    SealKeyChanged: (event, rows) =>
      change(event, rows, ({ public_keys }) => ({
        public_keys: [...public_keys, event.data.public_key],
      })),
    LeavesSealed: async (event, rows) => {
      await addLeaves(event, rows)
      await change(event, rows)
    },
    CheckpointSigned: (event, rows) =>
      change(event, rows, () => ({ checkpoint: event.data.checkpoint })),
    CheckpointRequested: (event, rows) => change(event, rows),
    CheckpointCosigned: (event, rows) => change(event, rows),
    LogSealed: (event, rows) => change(event, rows),
  },
})

async function change(
  event: RecordedEvent<SealEvent>,
  rows: Rows,
  changes: (row: SealedTree) => Partial<SealedTree> = () => ({}),
): Promise<void> {
  const id = idOf(event.stream)
  const row = (await rows.get(seals, id)) ?? { id, ...UNBEGUN }
  const state = seal.evolve(row.state, event)
  rows.put(seals, { ...row, ...changes(row), state, revision: Number(event.revision) })
}

async function addLeaves({ stream, data }: RecordedEvent<LeavesSealed>, rows: Rows): Promise<void> {
  const { start, hashes, last_log_id } = data
  const added = Buffer.from(hashes, 'base64')
  const tree = idOf(stream)
  let at = start
  let bytes: Buffer = added
  for (let level = 0; ; level++) {
    const number = Math.floor(at / TILE_WIDTH)
    const id = tileRowId(tree, level, number)
    const row = await rows.get(tiles, id)
    bytes = Buffer.concat([Buffer.from(row?.hashes ?? '', 'base64'), bytes])
    rows.put(tiles, { id, tree, level, number, hashes: bytes.toString('base64'), last_log_id })
    if (bytes.length < TILE_WIDTH * HASH_BYTES) return
    // A full tile is one hash of the level above.
    bytes = rootOf(hashesIn(bytes))
    at = number
  }
}

function hashesIn(bytes: Buffer): readonly Buffer[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, n) =>
    bytes.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES),
  )
}
