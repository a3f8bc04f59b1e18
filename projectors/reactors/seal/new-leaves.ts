import type { JournalDay } from '@recado/application/seal/leaf'
import { withLeaves } from '@recado/application/seal/running-hash'
import type { LeavesOfDay, LeavesSealed } from '@recado/domain/seal/events'
import type { Seal } from '@recado/domain/seal/seal'
import { TILE_WIDTH } from '@recado/infra/tlog/tiles'

/** A fact that is to become a leaf. */
export type NewLeaf = {
  readonly hash: Buffer
  readonly logId: number
  /** The day of a journal that it is of; null for what retention never deletes. */
  readonly day: JournalDay | null
}

/** How many leaves end a tile: all up to the last boundary of a tile that is reached. */
export function fullTiles(size: number, waiting: number): number {
  return Math.max(0, Math.floor((size + waiting) / TILE_WIDTH) * TILE_WIDTH - size)
}

/** The data of facts about new leaves of a tree, each with leaves of one tile. */
export function leavesInTiles(
  { size, runningHash }: Pick<Seal, 'size' | 'runningHash'>,
  leaves: readonly NewLeaf[],
  sealed_at: string,
): readonly LeavesSealed['data'][] {
  const facts: LeavesSealed['data'][] = []
  let before = runningHash
  for (let done = 0; done < leaves.length; ) {
    const start = size + done
    const part = leaves.slice(done, done + TILE_WIDTH - (start % TILE_WIDTH))
    const journals = daysOf(part.map(({ day }) => day))
    const last_log_id = part.at(-1)?.logId ?? -1
    const said = { start, count: part.length, journals, last_log_id, sealed_at }
    before = withLeaves(before, said)
    const hashes = Buffer.concat(part.map(({ hash }) => hash)).toString('base64')
    facts.push({ ...said, hashes, running_hash: before })
    done += part.length
  }
  return facts
}

function daysOf(days: readonly (JournalDay | null)[]): LeavesOfDay[] {
  const bits = new Map<string, LeavesOfDay & { readonly bits: Buffer }>()
  for (const [n, of] of days.entries()) {
    if (of === null) continue
    const name = `${of.journal}.${of.day}`
    const found = bits.get(name) ?? {
      ...of,
      leaves: '',
      bits: Buffer.alloc((days.length + 7) >> 3),
    }
    found.bits[n >> 3] = (found.bits[n >> 3] ?? 0) | (1 << (n & 7))
    bits.set(name, found)
  }
  return [...bits.values()].map(({ bits, ...of }) => ({ ...of, leaves: bits.toString('base64') }))
}
