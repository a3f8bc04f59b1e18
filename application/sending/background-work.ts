import { doubling } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { ExecuteDeps } from '../commands/execute.ts'

/** Work that must still be done though its caller has been answered. */
export type BackgroundWork = {
  /** Tries until it succeeds or the process stops. The work must bear repetition. */
  untilDone(work: () => Promise<unknown>): void
  /** Waits for all of it, at most `withinMs`; recovery goes on with what is left then. */
  close(withinMs: number): Promise<void>
}

/** What commands are executed with in the background. */
export type BackgroundDeps = ExecuteDeps & {
  readonly sending: { readonly background: BackgroundWork }
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000

/** @param failed is told of each failed try */
export function backgroundWork(failed: (error: unknown) => void): BackgroundWork {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const insist = async (work: () => Promise<unknown>) => {
    for (let tries = 0; !stopping.signal.aborted; tries++) {
      try {
        await work()
        return
      } catch (error) {
        failed(error)
      }
      await sleep(doubling(tries, FIRST_PAUSE_MS, LONGEST_PAUSE_MS), stopping.signal)
    }
  }
  return {
    untilDone(work) {
      const task = insist(work).finally(() => running.delete(task))
      running.add(task)
    },
    async close(withinMs) {
      const ended = new AbortController()
      await Promise.race([Promise.all(running), sleep(withinMs, ended.signal)])
      ended.abort()
      stopping.abort()
    },
  }
}
