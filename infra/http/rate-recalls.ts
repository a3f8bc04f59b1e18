import type { Leases } from './rate-lease.ts'

/** A block of calls that this process may have to give back. */
export type Block = {
  readonly key: string
  readonly minute: number
  readonly isOver: () => boolean
  /** @returns the number of calls given up; null while a lease is under way */
  readonly giveUp: () => number | null
}

/** How often recalls are checked, ms; a call near the limit may wait as long. */
const CHECK_MS = 100

/**
 * Answers recalls with one small statement for all keys, and only while blocks are held. Calls that cannot be given
 * back stay counted as used.
 * @returns registers a block, which replaces an older one of its key
 */
export function answerRecalls(leases: Leases, everyMs = CHECK_MS): (block: Block) => void {
  const held = new Map<string, Block>()
  let isLooking = false
  const look = async () => {
    for (const { key, isOver } of held.values()) if (isOver()) held.delete(key)
    if (held.size > 0) await answer(leases, held).catch(() => undefined)
    isLooking = held.size > 0
    if (isLooking) setTimeout(look, everyMs).unref()
  }
  return (block) => {
    held.set(block.key, block)
    if (isLooking) return
    isLooking = true
    setTimeout(look, everyMs).unref()
  }
}

async function answer(leases: Leases, held: Map<string, Block>): Promise<void> {
  for (const key of await leases.recalled()) {
    const block = held.get(key)
    const calls = block?.giveUp() ?? null
    if (block === undefined || calls === null) continue
    held.delete(key)
    await leases.giveBack(key, block.minute, calls)
  }
}
