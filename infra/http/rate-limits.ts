import { LRUCache } from 'lru-cache'
import type { Lease, LeaseCalls } from './rate-lease.ts'

/** What is known of a key's minute after one call. */
export type Taken = {
  /** False: the call is one too many. */
  readonly granted: boolean
  readonly limit: number
  /** Calls left in this minute, as far as this process knows. */
  readonly remaining: number
  /** Whole seconds until the minute ends, at least 1. */
  readonly resetSeconds: number
}

/** Counts calls per key and clock minute, over all processes together. */
export type RateLimits = {
  /**
   * Takes one call of a key's `limit` per minute.
   * @throws what Postgres throws when a lease is needed: a limit that gives way in an outage is none, and
   * without Postgres hardly anything could be answered anyway
   */
  take(key: string, limit: number): Promise<Taken>
}

/** What this process holds of a key's minute. */
type Minute = Lease & { readonly limit: number; readonly endsAt: number; tokens: number }
type Entry = { minute: Minute | null; asking: Promise<void> | null }

/**
 * Calls are leased in small blocks and spent from memory, so most calls cost no statement and no key ever
 * exceeds its limit.
 * @param clock milliseconds that never go back
 */
export function rateLimits(lease: LeaseCalls, clock = () => performance.now()): RateLimits {
  const entries = new LRUCache<string, Entry>({ max: 50_000 })
  return {
    async take(key, limit) {
      const entry = entries.get(key) ?? { minute: null, asking: null }
      entries.set(key, entry)
      for (;;) {
        const taken = entry.minute && takeFrom(entry.minute, limit, clock())
        if (taken) return taken
        entry.asking ??= ask(entry, () => refill(lease, key, limit, clock))
        await entry.asking
      }
    },
  }
}

/** One call from what is held; null when the minute is over or another lease may give more. */
function takeFrom(minute: Minute, limit: number, now: number): Taken | null {
  if (now >= minute.endsAt) return null
  const granted = minute.tokens > 0
  if (!granted && (minute.granted > 0 || minute.limit !== limit)) return null
  if (granted) minute.tokens--
  return {
    granted,
    limit,
    remaining: Math.max(0, limit - minute.used + minute.tokens),
    resetSeconds: Math.max(1, Math.ceil((minute.endsAt - now) / 1000)),
  }
}

/** One lease at a time per key: calls that come meanwhile wait for its answer. */
async function ask(entry: Entry, refilled: () => Promise<Minute>): Promise<void> {
  try {
    entry.minute = await refilled()
  } finally {
    entry.asking = null
  }
}

async function refill(
  lease: LeaseCalls,
  key: string,
  limit: number,
  clock: () => number,
): Promise<Minute> {
  // Counted from before the question, so that a lease never outlives its minute at the store.
  const asked = clock()
  const given = await lease(key, limit)
  return { ...given, limit, endsAt: asked + given.leftMs, tokens: given.granted }
}
