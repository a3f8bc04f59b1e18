import { LRUCache } from 'lru-cache'
import type { AtWork } from './at-work.ts'

const BURST_MS = 250
/** Owners remembered; a forgotten owner starts afresh. */
const OWNERS = 10_000

/** A rate that each owner keeps while others are active; an owner that is alone is not limited. */
export type SharedRate = {
  /** Counts work of an owner. @returns how long to wait before it, ms */
  take(owner: string, units: number): number
  /**
   * Counts work that belongs to several owners, in units by owner.
   * @returns how long to wait before it, ms; null, with nothing counted, when that is longer than `mostMs`
   */
  takeAll(work: ReadonlyMap<string, number>, mostMs: number): number | null
}

/** A token bucket per owner (generic cell rate algorithm) with a burst of a quarter of a second. */
export function sharedRate(
  perSecond: number,
  atWork: AtWork,
  now: () => number = () => performance.now(),
): SharedRate {
  /** When the units taken by an owner are used up at its rate, ms. */
  const paid = new LRUCache<string, number>({ max: OWNERS })
  /** From when on an owner's next work is paid for; null while the owner is alone. */
  const paidUntil = (owner: string): number | null => {
    atWork.note(owner)
    if (!atWork.isAlone(owner)) return Math.max(now(), paid.get(owner) ?? 0)
    paid.delete(owner)
    return null
  }
  const waitUntil = (until: number | null) =>
    until === null ? 0 : Math.max(0, until - BURST_MS - now())
  const pay = (owner: string, units: number, until: number | null) => {
    if (until !== null) paid.set(owner, until + (1_000 * units) / perSecond)
  }
  return {
    take(owner, units) {
      const until = paidUntil(owner)
      pay(owner, units, until)
      return waitUntil(until)
    },
    takeAll(work, mostMs) {
      const all = [...work].map(([owner, units]) => ({ owner, units, until: paidUntil(owner) }))
      const wait = Math.max(0, ...all.map(({ until }) => waitUntil(until)))
      if (wait > mostMs) return null
      for (const { owner, units, until } of all) pay(owner, units, until)
      return wait
    },
  }
}
