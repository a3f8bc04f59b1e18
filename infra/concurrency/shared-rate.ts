import { LRUCache } from 'lru-cache'
import type { AtWork } from './at-work.ts'

const BURST_MS = 250
/** Owners remembered; a forgotten owner starts afresh. */
const MAX_OWNERS = 10_000

/** Delays or refuses the work of each owner so that it keeps to its rate. */
export type SharedRate = {
  /** Counts work of an owner. @returns how long to wait before it, ms */
  take(owner: string, units: number): number
  /**
   * Counts work that belongs to several owners, in units by owner.
   * @returns how long to wait before it, ms; null, with nothing counted, when that is longer than `mostMs`
   */
  takeAll(work: ReadonlyMap<string, number>, mostMs: number): number | null
}

/** The rates that owners keep. */
export type Rates = {
  /** An owner asks for work, whether or not it may begin. */
  note(owner: string, units: number): void
  /** The units a second that the owner may take now; infinite when it is not limited. */
  of(owner: string): number
  /** Work begins at a time, ms. */
  begun?(units: number, at: number): void
}

/** The same rate for each owner at any time. */
export function fixedRate(perSecond: number): Rates {
  return { note: () => undefined, of: () => perSecond }
}

/** One rate for each owner while others are active; an owner that is alone is not limited. */
export function rateBesideOthers(perSecond: number, atWork: AtWork): Rates {
  return {
    note: atWork.note,
    of: (owner) => (atWork.isAlone(owner) ? Number.POSITIVE_INFINITY : perSecond),
  }
}

/** A token bucket per owner (generic cell rate algorithm) with a burst of a quarter of a second. */
export function sharedRate(rates: Rates, now: () => number = () => performance.now()): SharedRate {
  /** When the units that an owner has taken are used up at its rate, ms. */
  const usedUpAt = new LRUCache<string, number>({ max: MAX_OWNERS })
  const asked = (owner: string, units: number) => {
    rates.note(owner, units)
    const perSecond = rates.of(owner)
    // Work that was not limited does not count later.
    if (perSecond === Number.POSITIVE_INFINITY) usedUpAt.delete(owner)
    return {
      owner,
      ms: (1_000 * units) / perSecond,
      from: Math.max(now(), usedUpAt.get(owner) ?? 0),
    }
  }
  type Asked = ReturnType<typeof asked>
  const waitOf = ({ from }: Asked) => Math.max(0, from - BURST_MS - now())
  const pay = (one: Asked) => {
    if (one.ms > 0) usedUpAt.set(one.owner, one.from + one.ms)
  }
  return {
    take(owner, units) {
      const one = asked(owner, units)
      pay(one)
      rates.begun?.(units, now() + waitOf(one))
      return waitOf(one)
    },
    takeAll(work, mostMs) {
      const all = [...work].map(([owner, units]) => asked(owner, units))
      const wait = Math.max(0, ...all.map(waitOf))
      if (wait > mostMs) return null
      for (const one of all) pay(one)
      for (const units of work.values()) rates.begun?.(units, now() + wait)
      return wait
    },
  }
}
