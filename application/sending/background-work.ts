import { setTimeout as delay } from 'node:timers/promises'

/** Work that must still be done though its caller has been answered. */
export type BackgroundWork = {
  /** Tries until it succeeds or the process stops waiting for it. The work must bear repetition. */
  untilDone(work: () => Promise<unknown>): void
  /** Waits for all of it, at most `withinMs`; what is left then is somebody else's to settle. */
  close(withinMs: number): Promise<void>
}

const LONGEST_PAUSE_MS = 5_000

/** @param failed told of each failed try */
export function backgroundWork(failed: (error: unknown) => void): BackgroundWork {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const insist = async (work: () => Promise<unknown>) => {
    for (
      let pauseMs = 100;
      !stopping.signal.aborted;
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    ) {
      try {
        return void (await work())
      } catch (error) {
        failed(error)
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  return {
    untilDone(work) {
      const task = insist(work).finally(() => running.delete(task))
      running.add(task)
    },
    async close(withinMs) {
      await Promise.race([Promise.all(running), delay(withinMs, undefined, { ref: false })])
      stopping.abort()
    },
  }
}
