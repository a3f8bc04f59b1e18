import { LRUCache } from 'lru-cache'

const PERIOD_MS = 1_000
/** Owners remembered, those that asked last. */
const OWNERS = 10_000

export type Demand = {
  note(owner: string, units: number): void
  /** What each owner asks for a second, those that ask for nothing left out. */
  all(): readonly number[]
  total(): number
}

/** What an owner asked for in a period of a second, and in the one before it. */
type Asked = { period: number; now: number; before: number }

/** What owners asked for during about the last second, as two periods weighted by how much of it they cover. */
export function recentDemand(now: () => number): Demand {
  const owners = new LRUCache<string, Asked>({ max: OWNERS })
  const perSecond = (asked: Asked): number => {
    const age = now() / PERIOD_MS - asked.period
    if (age < 1) return asked.now + asked.before * (1 - age)
    return age < 2 ? asked.now * (2 - age) : 0
  }
  const all = () => [...owners.values()].map(perSecond).filter((units) => units > 0)
  return {
    note(owner, units) {
      const period = Math.floor(now() / PERIOD_MS)
      const last = owners.get(owner) ?? { period, now: 0, before: 0 }
      const asked = last.period === period ? last : later(last, period)
      owners.set(owner, { ...asked, now: asked.now + units })
    },
    all,
    total: () => all().reduce((sum, units) => sum + units, 0),
  }
}

function later(last: Asked, period: number): Asked {
  return { period, now: 0, before: last.period === period - 1 ? last.now : 0 }
}
