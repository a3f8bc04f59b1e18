import { setTimeout as delay } from 'node:timers/promises'

/** Lets work about one thing go one after the other. */
export type OneAtATime = {
  /** Runs `work` when all earlier work of the key has ended; null when that takes too long, or nobody can tell. */
  run<T>(key: string, work: () => Promise<T>): Promise<T | null>
}

/** Who of all processes may write to a chat. What is not given back ends by itself. */
export type ChatLease = {
  /** @returns false while another one has it */
  take(chat: string): Promise<boolean>
  give(chat: string): Promise<void>
}

const LONGEST_PAUSE_MS = 200

/**
 * In this process first come, first served; among processes whoever asks at the right moment.
 * @param patienceMs how long work waits for its turn
 */
export function oneAtATime(patienceMs: number, lease: ChatLease): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return {
    async run(key, work) {
      const deadline = performance.now() + patienceMs
      const before = last.get(key)
      let free = (): void => undefined
      const mine = new Promise<void>((resolve) => {
        free = resolve
      })
      const ended = Promise.all([before, mine])
      last.set(key, ended)
      void ended.then(() => {
        if (last.get(key) === ended) last.delete(key)
      })
      try {
        if (before !== undefined && !(await inTime(before, patienceMs))) return null
        return (await leased(lease, key, deadline)) ? await handed(lease, key, work) : null
      } finally {
        free()
      }
    },
  }
}

async function inTime(before: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false)
  const done = await Promise.race([before.then(() => true), late])
  timer.abort()
  return done
}

async function leased(lease: ChatLease, key: string, deadline: number): Promise<boolean> {
  for (let pauseMs = 25; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    // While the leases cannot be asked for nobody has one: the send waits in the background.
    const mine = await lease.take(key).catch(() => null)
    if (mine !== false || performance.now() + pauseMs > deadline) return mine === true
    await delay(pauseMs)
  }
}

async function handed<T>(lease: ChatLease, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await lease.give(key).catch(() => undefined)
  }
}
