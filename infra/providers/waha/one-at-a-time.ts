import { setTimeout as delay } from 'node:timers/promises'

/** Lets work about one thing go one after the other, in this process. */
export type OneAtATime = {
  /** Runs `work` when all earlier work of the key has ended; null when that takes too long. */
  run<T>(key: string, work: () => Promise<T>): Promise<T | null>
}

/** @param patienceMs how long work waits for its turn */
export function oneAtATime(patienceMs: number): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return {
    async run(key, work) {
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
        return await work()
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
