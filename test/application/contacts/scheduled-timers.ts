import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/** The shortest time-out for waiting on others, in ms; shorter timers are pauses. */
const TIME_OUT = 250

/**
 * Ends pauses when the scheduler chooses, and time-outs never, so that no clock decides the order.
 * @returns the function that restores the timers
 */
export function scheduledTimers(turn: (what: string) => Promise<unknown>): () => void {
  const real = timers.setTimeout
  const paused = async (ms = 0) => {
    if (ms >= TIME_OUT) return new Promise(() => undefined)
    await turn('pause')
  }
  timers.setTimeout = paused as typeof real
  syncBuiltinESMExports()
  return () => {
    timers.setTimeout = real
    syncBuiltinESMExports()
  }
}
