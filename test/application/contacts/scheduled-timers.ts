import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

/** The shortest time-out of a wait for others, in ms; what is shorter is a pause. */
const TIME_OUT = 250

/**
 * Lets pauses end when it is their turn, and time-outs never, so that no clock has a say in what happens when.
 * @returns puts the clock back
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
