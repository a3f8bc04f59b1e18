import { LRUCache } from 'lru-cache'

const PERIOD_MS = 1_000
/** Owners remembered; the one that asked longest ago is forgotten first. */
const MAX_OWNERS = 10_000

export type Demand = {
  note(owner: string, units: number): void
  /** The units a second that each owner asks for; owners that ask for nothing are left out. */
  all(): readonly number[]
}

/** What an owner asked for in a period of a second, and in the one before it. */
type OwnerDemand = { period: number; now: number; before: number }

/** The demand of about the last second: two periods, each weighted by how much of that second it covers. */
export function recentDemand(now: () => number): Demand {
  const owners = new LRUCache<string, OwnerDemand>({ max: MAX_OWNERS })
  return {
    note(owner, units) {
      const period = Math.floor(now() / PERIOD_MS)
      const last = owners.get(owner) ?? { period, now: 0, before: 0 }
      const asked = last.period === period ? last : shiftTo(last, period)
      owners.set(owner, { ...asked, now: asked.now + units })
    },
    all() {
      const at = now() / PERIOD_MS
      const units: number[] = []
      // Those that asked last come first.
      for (const asked of owners.values()) {
        const age = at - asked.period
        if (age >= 2) break
        const perSecond = perSecondAt(asked, age)
        if (perSecond > 0) units.push(perSecond)
      }
      return units
    },
  }
}

/** @param age of the period's begin, in periods, less than 2 */
function perSecondAt(asked: OwnerDemand, age: number): number {
  return age < 1 ? asked.now + asked.before * (1 - age) : asked.now * (2 - age)
}

function shiftTo(last: OwnerDemand, period: number): OwnerDemand {
  return { period, now: 0, before: last.period === period - 1 ? last.now : 0 }
}
