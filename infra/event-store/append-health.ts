import { NotSent } from './client-fault.ts'
import { StoreUnavailable } from './errors.ts'

/** Failed appends in a row from which on the server counts as refusing; fewer may come from an election. */
const MIN_FAILURES = 3
/** How long the last failure proves a refusal, ms: without a further append nobody knows whether it lasts. */
const VALID_MS = 5 * 60_000

/** Whether the server takes appends, judged by those of this process: a probe would stay in the log. */
export type AppendHealth = {
  /** Counts how an append ends; passes its outcome on. */
  watch<T>(append: Promise<T>): Promise<T>
  isRefusing(): boolean
  /** Reports that the server is unavailable altogether, which explains the failures until now. */
  forget(): void
}

/** @param now in ms */
export function appendHealth(now: () => number = () => performance.now()): AppendHealth {
  let failures = 0
  let failedAt = 0
  const forget = () => {
    failures = 0
  }
  return {
    async watch(append) {
      try {
        const outcome = await append
        forget()
        return outcome
      } catch (error) {
        // The server cannot have refused an append that never reached it.
        if (error instanceof StoreUnavailable && !(error.cause instanceof NotSent)) {
          failures += 1
          failedAt = now()
        }
        throw error
      }
    },
    isRefusing: () => failures >= MIN_FAILURES && now() - failedAt <= VALID_MS,
    forget,
  }
}
