import { LRUCache } from 'lru-cache'
import { sleep } from '../concurrency/sleep.ts'
import type { Leases } from './rate-lease.ts'
import { answerRecalls, type Block } from './rate-recalls.ts'

export type Taken = {
  readonly granted: boolean
  readonly limit: number
  /** Calls left in this minute, as far as this process knows. */
  readonly remaining: number
  /** Whole seconds until the minute ends, at least 1. */
  readonly resetSeconds: number
}

export type RateLimits = {
  /** @throws the error of Postgres when a lease is needed: a limit that gives way in an outage is no limit */
  take(key: string, limit: number): Promise<Taken>
}

type Minute = {
  readonly minute: number
  readonly limit: number
  readonly granted: number
  readonly endsAt: number
  used: number
  tokens: number
}
type Entry = { minute: Minute | null; asking: Promise<void> | null }

/** The pause before asking again while other processes may give calls back, ms. */
const ASK_AGAIN_MS = 25

/**
 * Leases calls in small blocks and spends them from memory, so most calls need no statement and no key exceeds its
 * limit. A block that another process needs is given back, so every key can reach its limit.
 * @param clock monotonic, ms
 */
export function rateLimits(leases: Leases, clock = () => performance.now()): RateLimits {
  const entries = new LRUCache<string, Entry>({ max: 50_000 })
  const noteBlock = answerRecalls(leases)
  const refillEntry = async (entry: Entry, key: string, limit: number) => {
    entry.minute = await refill(leases, key, limit, clock)
    if (entry.minute.granted > 1) noteBlock(blockOf(key, entry, entry.minute, clock))
  }
  return {
    async take(key, limit) {
      const entry = entries.get(key) ?? { minute: null, asking: null }
      entries.set(key, entry)
      for (;;) {
        const taken = entry.minute && takeFrom(entry.minute, limit, clock())
        if (taken) return taken
        entry.asking ??= refillEntry(entry, key, limit).finally(() => {
          entry.asking = null
        })
        await entry.asking
      }
    },
  }
}

function blockOf(key: string, entry: Entry, block: Minute, clock: () => number): Block {
  return {
    key,
    minute: block.minute,
    isOver: () => clock() >= block.endsAt,
    giveUp() {
      if (entry.asking !== null) return null
      const { tokens } = block
      block.used -= tokens
      block.tokens = 0
      return tokens
    },
  }
}

/** Takes one call from the block; null when the minute is over or a new lease may grant more. */
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

/** Leases the next block. Only one lease per key is under way; other calls wait for it. */
async function refill(
  leases: Leases,
  key: string,
  limit: number,
  clock: () => number,
): Promise<Minute> {
  for (;;) {
    // Measured from before the request, so a lease never outlives its minute at Postgres.
    const asked = clock()
    const { pending, leftMs, ...given } = await leases.lease(key, limit)
    if (!pending) return { ...given, limit, endsAt: asked + leftMs, tokens: given.granted }
    await sleep(ASK_AGAIN_MS)
  }
}
