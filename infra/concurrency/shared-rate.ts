import { LRUCache } from 'lru-cache'
import type { AtWork } from './at-work.ts'

/** What may come at once. */
const BURST_MS = 250
/** Owners remembered; one forgotten begins anew. */
const OWNERS = 10_000

/** A rate that each owner keeps to while others are at work too; whoever is alone goes as fast as it can. */
export type SharedRate = {
  /**
   * Counts work of an owner.
   * @returns how long to wait before it, ms; null, with nothing counted, when that is longer than `mostMs`
   */
  take(owner: string, units: number, mostMs?: number): number | null
}

/** A token bucket per owner, as the generic cell rate algorithm has it; a quarter of a second's units come at once. */
export function sharedRate(
  perSecond: number,
  atWork: AtWork,
  now: () => number = () => performance.now(),
): SharedRate {
  /** When all that an owner took will have been paid for, ms. */
  const paid = new LRUCache<string, number>({ max: OWNERS })
  return {
    take(owner, units, mostMs = Number.POSITIVE_INFINITY) {
      atWork.note(owner)
      if (atWork.isAlone(owner)) {
        paid.delete(owner)
        return 0
      }
      const until = Math.max(now(), paid.get(owner) ?? 0)
      const wait = Math.max(0, until - BURST_MS - now())
      if (wait > mostMs) return null
      paid.set(owner, until + (1_000 * units) / perSecond)
      return wait
    },
  }
}
