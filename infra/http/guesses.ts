import { LRUCache } from 'lru-cache'
import type { Pace } from './attempts.ts'

/** Wrong secrets of each client, in the memory of this process: the operator must get in while Postgres is down. */
export type Guesses = {
  /** In how many whole seconds the client may try again; null when it may now. */
  waitOf(client: string): number | null
  /** Notes a wrong secret. */
  noteWrong(client: string): void
  /** Notes the right secret: its client never waits again, even if somebody else guesses from the same address. */
  noteRight(client: string): void
}

const CLIENT_PACE: Pace = { free: 10, firstMs: 1_000, mostMs: 5 * 60_000, forgetMs: 60_000 }

type Client = { readonly level: number; readonly at: number; readonly freeAt: number }

/** Counts as `openAttempts` does, without Postgres. @param clock monotonic, ms */
export function openGuesses(clock = () => performance.now()): Guesses {
  const clients = new LRUCache<string, Client>({ max: 20_000 })
  const known = new LRUCache<string, true>({ max: 1_000 })
  return {
    noteRight: (client) => void known.set(client, true),
    waitOf(client) {
      if (known.has(client)) return null
      const ms = (clients.get(client)?.freeAt ?? 0) - clock()
      return ms > 0 ? Math.ceil(ms / 1_000) : null
    },
    noteWrong(client) {
      const at = clock()
      const before = clients.get(client)
      const { free, firstMs, mostMs, forgetMs } = CLIENT_PACE
      const left = before ? Math.max(0, before.level - (at - before.at) / forgetMs) : 0
      const level = left + 1
      const wait = Math.round(level) < free ? 0 : firstMs * 2 ** (Math.round(level) - free)
      clients.set(client, { level, at, freeAt: at + Math.min(mostMs, wait) })
    },
  }
}
