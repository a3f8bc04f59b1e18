import type { Clock } from '@recado/bench/measuring/clock'

/** A clock that moves only when told to, or when somebody waits for it. */
export type ManualClock = Clock & { pass(ms: number): void }

/**
 * A clock on which waiting takes no time: the earliest wait ends as soon as nothing else can happen, and moves the clock
 * there.
 */
export function manualClock(): ManualClock {
  let time = 0
  const waiting = new Set<{ readonly at: number; end(): void }>()
  const next = () => {
    const [first] = [...waiting].sort((a, b) => a.at - b.at)
    if (first === undefined) return
    time = Math.max(time, first.at)
    first.end()
  }
  return {
    now: () => time,
    pass(ms) {
      time += ms
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const one = { at: time + ms, end: () => end() }
        const end = () => {
          waiting.delete(one)
          signal?.removeEventListener('abort', end)
          resolve()
        }
        waiting.add(one)
        signal?.addEventListener('abort', end)
        // Later than all promises that can be resolved without waiting.
        setImmediate(next)
      }),
  }
}
