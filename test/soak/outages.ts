import { setTimeout as delay } from 'node:timers/promises'

/** The callers of a soak, each of which repeats one call without end. */
export type Callers = {
  /** Good answers a second, over the last `ms`. */
  rate(ms: number): number
  /** Waits for the rate before a fault: the good answers of `ms`. */
  usualRate(ms: number): Promise<number>
  /** Waits until the rate over two seconds is at least half of the usual one. @returns how long that took, in seconds */
  untilRateIsBack(usual: number): Promise<number>
  stop(): Promise<void>
}

const WINDOW_MS = 2_000
/** A soak whose rate never comes back ends with what it has seen. */
const PATIENCE_MS = 180_000
/** As honest callers do after a refusal or no answer. */
const PAUSE_MS = 100

/** @param call whether the answer was good; an error is a bad answer */
export function startCallers(count: number, call: (n: number) => Promise<boolean>): Callers {
  const good: number[] = []
  let stopping = false
  let n = 0
  const caller = async () => {
    while (!stopping) {
      if (await call(n++).catch(() => false)) good.push(performance.now())
      else await delay(PAUSE_MS)
    }
  }
  const running = Array.from({ length: count }, caller)
  const rate = (ms: number) => {
    const since = performance.now() - ms
    return good.filter((at) => at >= since).length / (ms / 1_000)
  }
  return {
    rate,
    async usualRate(ms) {
      await delay(ms)
      return rate(ms)
    },
    async untilRateIsBack(usual) {
      const since = performance.now()
      const lastedMs = () => performance.now() - since
      // Good answers from before the fault's end must have left the window.
      while (lastedMs() < WINDOW_MS || rate(WINDOW_MS) < usual / 2) {
        if (lastedMs() > PATIENCE_MS) throw new Error(`${rate(WINDOW_MS)} a second, not ${usual}`)
        await delay(100)
      }
      return (lastedMs() - WINDOW_MS) / 1_000
    },
    async stop() {
      stopping = true
      await Promise.all(running)
    },
  }
}
