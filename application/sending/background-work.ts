import { setMaxListeners } from 'node:events'
import { doublingWait } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { ContestedStream, RevisionConflict } from '@recado/infra/event-store/errors'
import { isServerAway } from '@recado/infra/is-server-away'
import type { Chain } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'
import type { PersonIds } from '../person-ids.ts'

/** Work that must still be completed after its caller was answered. See ADR 26. */
export type BackgroundWork = {
  /**
   * Retries idempotent work until it succeeds or the process stops. An error that is neither an outage nor a lost race is
   * a fault of ours: after a few faults the work is given up.
   * @param of identifies the work in log lines
   * @param failure the error of the caller's own try, if it made one
   * @returns resolves when the work is done or given up; it never rejects
   */
  untilDone(work: () => Promise<unknown>, of: Chain, failure?: unknown): Promise<void>
  /** Waits at most `withinMs`; recovery takes over what is left. */
  close(withinMs: number): Promise<void>
}

export type BackgroundDeps = ExecuteDeps & {
  readonly personIds: PersonIds
  readonly sending: { readonly background: BackgroundWork }
}

export type BackgroundTroubles = {
  /** A server is unavailable, or other writers won every race. */
  waits(error: unknown, of: Chain): void
  /** @param isLast whether the work is given up */
  fails(error: unknown, of: Chain, isLast: boolean): void
}

/** The work has to wait, although nothing is wrong. */
export class RetryLater extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RetryLater'
  }
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000
/** The faults after which work is given up: about eleven seconds, in which the operator's status shows them. */
const MAX_FAULTS = 8

/** Runs background work. @param pause waits so many ms; ends early when the signal aborts */
export function backgroundWork(
  troubles: BackgroundTroubles,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = sleep,
): BackgroundWork {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  // While the log is unavailable, each answered send adds a listener.
  setMaxListeners(0, signal)
  const retryUntilDone = async (work: () => Promise<unknown>, of: Chain, failure: unknown) => {
    let faults = 0
    for (let tries = 0; !signal.aborted; tries++) {
      const error = tries === 0 && failure !== undefined ? failure : await failureOf(work)
      if (error === undefined) return
      if (!isTemporary(error)) {
        faults += 1
        troubles.fails(error, of, faults === MAX_FAULTS)
        if (faults === MAX_FAULTS) return
      } else if (!(error instanceof RetryLater)) troubles.waits(error, of)
      await pause(doublingWait(tries, FIRST_PAUSE_MS, MAX_PAUSE_MS), signal)
    }
  }
  return {
    untilDone(work, of, failure) {
      const task = retryUntilDone(work, of, failure).finally(() => running.delete(task))
      running.add(task)
      return task
    },
    async close(withinMs) {
      const ended = new AbortController()
      await Promise.race([Promise.all(running), sleep(withinMs, ended.signal)])
      ended.abort()
      stopping.abort()
    },
  }
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error ?? new Error('it failed without an error')
  }
}

function isTemporary(error: unknown): boolean {
  return (
    error instanceof RetryLater ||
    error instanceof ContestedStream ||
    error instanceof RevisionConflict ||
    isServerAway(error)
  )
}
