import { LRUCache } from 'lru-cache'
import type { AtWork } from './at-work.ts'

const BURST_MS = 250
/** Owners remembered; a forgotten owner starts afresh. */
const OWNERS = 10_000

/** A rate that each owner keeps while others are active; an owner that is alone is not limited. */
export type SharedRate = {
  /** @returns the wait before work of an owner, ms; null, with nothing counted, when it exceeds `mostMs` */
  take(owner: string, units: number, mostMs?: number): number | null
}

/** A token bucket per owner (generic cell rate algorithm) with a burst of a quarter of a second. */
export function sharedRate(
  perSecond: number,
  atWork: AtWork,
  now: () => number = () => performance.now(),
): SharedRate {
  /** When the units taken by an owner are used up at its rate, ms. */
  const usedUpAt = new LRUCache<string, number>({ max: OWNERS })
  return {
    take(owner, units, mostMs = Number.POSITIVE_INFINITY) {
      atWork.note(owner)
      if (atWork.isAlone(owner)) {
        usedUpAt.delete(owner)
        return 0
      }
      const until = Math.max(now(), usedUpAt.get(owner) ?? 0)
      const wait = Math.max(0, until - BURST_MS - now())
      if (wait > mostMs) return null
      usedUpAt.set(owner, until + (1_000 * units) / perSecond)
      return wait
    },
  }
}
