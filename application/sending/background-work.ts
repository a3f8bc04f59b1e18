import { setMaxListeners } from 'node:events'
import { doubling } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import {
  ContestedStream,
  RevisionConflict,
  StoreUnavailable,
} from '@recado/infra/event-store/errors'
import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { VaultUnavailable } from '@recado/infra/vault/vault'
import type { Chain } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'

/** Work that must still be done though its caller has been answered. */
export type BackgroundWork = {
  /**
   * Tries until it succeeds or the process stops. The work must bear repetition. What fails of itself, and not because a
   * server is away, is given up after a few tries: so a fault of ours neither goes on for ever nor heaps up.
   * @param of in whose name, for those who read that it fails
   * @param failure why the caller's own try failed, where it has made one
   */
  untilDone(work: () => Promise<unknown>, of: Chain, failure?: unknown): void
  /** Waits for all of it, at most `withinMs`; recovery goes on with what is left then. */
  close(withinMs: number): Promise<void>
}

/** What commands are executed with in the background. */
export type BackgroundDeps = ExecuteDeps & {
  readonly sending: { readonly background: BackgroundWork }
}

/** Told of each try that failed, and in whose name it was made. */
export type BackgroundTroubles = {
  /** A server is away, or others won every race. */
  waits(error: unknown, of: Chain): void
  /** The work fails of itself. @param isLast whether it is given up */
  fails(error: unknown, of: Chain, isLast: boolean): void
}

/** The work has to wait for something, and nothing is wrong. */
export class NotYet extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotYet'
  }
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** Over some eleven seconds, long enough for the operator to be shown what fails. */
const MOST_FAULTS = 8

/** @param pause how long a pause is, ms; ends early when the signal aborts */
export function backgroundWork(
  troubles: BackgroundTroubles,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = sleep,
): BackgroundWork {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  // While the log is away each send that was answered waits on it.
  setMaxListeners(0, signal)
  const insist = async (work: () => Promise<unknown>, of: Chain, failure: unknown) => {
    let faults = 0
    for (let tries = 0; !signal.aborted; tries++) {
      const error = tries === 0 && failure !== undefined ? failure : await failureOf(work)
      if (error === undefined) return
      if (!passesByItself(error)) {
        faults += 1
        troubles.fails(error, of, faults === MOST_FAULTS)
        if (faults === MOST_FAULTS) return
      } else if (!(error instanceof NotYet)) troubles.waits(error, of)
      await pause(doubling(tries, FIRST_PAUSE_MS, LONGEST_PAUSE_MS), signal)
    }
  }
  return {
    untilDone(work, of, failure) {
      const task = insist(work, of, failure).finally(() => running.delete(task))
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

/** Why the work failed; undefined when it did not. */
async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error ?? new Error('it failed without an error')
  }
}

function passesByItself(error: unknown): boolean {
  return (
    error instanceof NotYet ||
    error instanceof StoreUnavailable ||
    error instanceof ContestedStream ||
    error instanceof RevisionConflict ||
    error instanceof VaultUnavailable ||
    isPostgresUnavailable(error)
  )
}
