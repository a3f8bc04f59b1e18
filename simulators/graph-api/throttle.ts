import type { Behaviour } from './behaviour.ts'

export type Throttle = {
  /** The code of the limit that this send exceeds: 130429 (throughput), 131056 (pair rate). */
  exceededLimit(numberId: string, user: string, limits: Behaviour): number | undefined
}

export function newThrottle(): Throttle {
  const recent = new Map<string, number[]>()
  /** Whether the key has had `most` sends within `windowMs`; counts this send if not. */
  const isFull = (key: string, most: number | null, windowMs: number): boolean => {
    if (most === null) return false
    const since = Date.now() - windowMs
    const times = (recent.get(key) ?? []).filter((time) => time > since)
    recent.set(key, times)
    if (times.length >= most) return true
    times.push(Date.now())
    return false
  }
  return {
    exceededLimit(numberId, user, limits) {
      if (isFull(`${numberId} ${user}`, limits.pair_burst, 6_000)) return 131056
      if (isFull(numberId, limits.throughput_per_second, 1_000)) return 130429
      return undefined
    },
  }
}
