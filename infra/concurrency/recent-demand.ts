import { LRUCache } from 'lru-cache'

const PERIOD_MS = 1_000
/** Owners remembered; the one that asked longest ago is forgotten first. */
const MAX_OWNERS = 10_000

export type Demand = {
  note(owner: string, units: number): void
  /** The units a second that each owner asks for; owners that ask for nothing are left out. */
  all(): readonly number[]
  total(): number
}

/** What an owner asked for in a period of a second, and in the one before it. */
type OwnerDemand = { period: number; now: number; before: number }

/** The demand of about the last second: two periods, each weighted by how much of that second it covers. */
export function recentDemand(now: () => number): Demand {
  const owners = new LRUCache<string, OwnerDemand>({ max: MAX_OWNERS })
  const perSecond = (asked: OwnerDemand): number => {
    const age = now() / PERIOD_MS - asked.period
    if (age < 1) return asked.now + asked.before * (1 - age)
    return age < 2 ? asked.now * (2 - age) : 0
  }
  const all = () => [...owners.values()].map(perSecond).filter((units) => units > 0)
  return {
    note(owner, units) {
      const period = Math.floor(now() / PERIOD_MS)
      const last = owners.get(owner) ?? { period, now: 0, before: 0 }
      const asked = last.period === period ? last : shiftTo(last, period)
      owners.set(owner, { ...asked, now: asked.now + units })
    },
    all,
    total: () => all().reduce((sum, units) => sum + units, 0),
  }
}

function shiftTo(last: OwnerDemand, period: number): OwnerDemand {
  return { period, now: 0, before: last.period === period - 1 ? last.now : 0 }
}
