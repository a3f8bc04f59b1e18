import type { Seal } from '@recado/domain/seal/seal'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { type ReadTile, tilePath } from '@recado/infra/tlog/tiles'

/** A tree as the read models show it. */
export type SealedTree = {
  readonly id: string
  /** Of the last fact of its stream. */
  readonly revision: number
  readonly origin: string
  /** The keys that its checkpoints are or were signed with, the newest last. */
  readonly public_keys: readonly string[]
  readonly state: Seal
  /** The newest checkpoint, as it was signed; null before the first. */
  readonly checkpoint: string | null
}

/** Id of the row with the hashes of a tile. */
export function tileRowId(tree: string, level: number, number: number): string {
  return `${tree}/${tilePath({ level, number, width: 256 })}`
}

export async function readTrees(run: Run): Promise<readonly SealedTree[]> {
  return run<SealedTree>(sql`select * from seals order by id`)
}

export async function readTree(run: Run, tree: string): Promise<SealedTree | null> {
  const [found] = await run<SealedTree>(sql`select * from seals where id = ${tree}`)
  return found ?? null
}

/** Reads tiles of a tree. @throws when there is no such tile */
export function tileReader(run: Run, tree: string): ReadTile {
  return async ({ level, number }) => {
    const id = tileRowId(tree, level, number)
    const [tile] = await run<{ hashes: string }>(
      sql`select hashes from seal_tiles where id = ${id}`,
    )
    if (tile === undefined) throw new Error(`there is no tile ${id}`)
    return Buffer.from(tile.hashes, 'base64')
  }
}

/** The newest checkpoint with what witnesses added to it. */
export function checkpointNote({ checkpoint, state }: SealedTree): string | null {
  if (checkpoint === null) return null
  return checkpoint + state.cosignatures.map((line) => `${line}\n`).join('')
}
