import { setTimeout as delay } from 'node:timers/promises'

/** Time as the bench needs it; tests have one of their own. */
export type Clock = {
  /** ms since any moment. */
  now(): number
  /** Resolves after so many ms, or once the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
}
