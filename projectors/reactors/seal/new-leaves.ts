import type { LeavesSealed } from '@recado/domain/seal/events'
import { TILE_WIDTH } from '@recado/infra/tlog/tiles'

/** A fact that is to become a leaf. */
export type NewLeaf = {
  readonly hash: Buffer
  readonly logId: number
  readonly isOfJournal: boolean
}

/** How many leaves end a tile: all up to the last boundary of a tile that is reached. */
export function fullTiles(size: number, waiting: number): number {
  return Math.max(0, Math.floor((size + waiting) / TILE_WIDTH) * TILE_WIDTH - size)
}

/** The data of facts about new leaves, each with leaves of one tile. */
export function leavesInTiles(
  size: number,
  leaves: readonly NewLeaf[],
  sealed_at: string,
): readonly LeavesSealed['data'][] {
  const facts: LeavesSealed['data'][] = []
  for (let done = 0; done < leaves.length; ) {
    const start = size + done
    const part = leaves.slice(done, done + TILE_WIDTH - (start % TILE_WIDTH))
    facts.push({
      ...{ start, count: part.length, sealed_at },
      hashes: Buffer.concat(part.map(({ hash }) => hash)).toString('base64'),
      journals: bitsOf(part.map(({ isOfJournal }) => isOfJournal)),
      last_log_id: part.at(-1)?.logId ?? -1,
    })
    done += part.length
  }
  return facts
}

function bitsOf(flags: readonly boolean[]): string {
  const bytes = Buffer.alloc(Math.ceil(flags.length / 8))
  for (const [n, flag] of flags.entries())
    if (flag) bytes[n >> 3] = (bytes[n >> 3] ?? 0) | (1 << (n & 7))
  return bytes.toString('base64')
}
