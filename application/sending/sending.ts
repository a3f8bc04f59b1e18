import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Config } from '@recado/infra/config'
import type { Pool } from '@recado/infra/postgres/run'
import type { Providers } from '@recado/infra/providers/provider'
import type { Logger } from 'pino'
import { chainOf } from '../commands/command-context.ts'
import { type BackgroundWork, backgroundWork } from './background-work.ts'
import type { CallDeps, RetryPolicy } from './call-provider.ts'
import { leaseTurns } from './lease-turns.ts'
import { pacing } from './pacing.ts'

/** What a process sends with. One per process. */
export type Sending = CallDeps & {
  /** Names this run of this process in the claims it makes. */
  readonly run: string
  readonly retryPolicy: RetryPolicy
  readonly background: BackgroundWork
  /** Sends under way in this process, by message id; each promise ends once the outcome is recorded or left to others. */
  readonly running: Map<string, Promise<unknown>>
  /** Aborts when the process is asked to stop. */
  readonly stopping: AbortSignal
  /** From now on, recovery goes on with the sends that wait here. */
  stopWaiting(): void
  /** Lets calls under way end and their outcomes be recorded. */
  close(): Promise<void>
}

const QUICK_TRIES = 3
const CLOSING_MS = 10_000

/**
 * Opens the way to the providers.
 * @param options.faults is told what fails in the background of itself, which an operator should hear of
 */
export function openSending(options: {
  readonly config: Config
  readonly pool: Pool
  readonly providers: Providers
  readonly log: Logger
  readonly faults: Pick<Logger, 'warn' | 'error'>
}): Sending {
  const { config, pool, providers, log, faults } = options
  const background = backgroundWork({
    waits: (err, of) => log.warn({ err, ...chainOf(of) }, 'an outcome is not recorded yet'),
    fails: (err, of, isLast) =>
      isLast
        ? faults.error(
            { err, ...chainOf(of) },
            'what follows from a send cannot be recorded and is given up',
          )
        : faults.warn({ err, ...chainOf(of) }, 'what follows from a send cannot be recorded yet'),
  })
  const stopping = new AbortController()
  // Each send under way may wait on it.
  setMaxListeners(0, stopping.signal)
  const run = randomUUID()
  log.info({ run }, 'sends that this process claims name this run')
  return {
    run,
    providers,
    pacing: pacing(leaseTurns(pool)),
    retryPolicy: {
      turnMs: config.SEND_WAIT_MS,
      retryMs: config.SEND_RETRY_MS,
      quickTries: QUICK_TRIES,
    },
    background,
    running: new Map(),
    stopping: stopping.signal,
    stopWaiting: () => stopping.abort(),
    async close() {
      stopping.abort()
      await background.close(CLOSING_MS)
    },
  }
}
