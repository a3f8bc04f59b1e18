import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Config } from '@recado/infra/config'
import type { Pool } from '@recado/infra/postgres/run'
import type { Providers } from '@recado/infra/providers/provider'
import type { Logger } from 'pino'
import { chainOf } from '../commands/command-context.ts'
import { type BackgroundWork, backgroundWork } from './background-work.ts'
import type { CallDeps, RetryPolicy } from './call-provider.ts'
import { claimSlots } from './claim-slots.ts'
import { leaseTurns } from './lease-turns.ts'
import { pacing } from './pacing.ts'

export type Sending = CallDeps & {
  /** Names this run of the process in its claims. */
  readonly run: string
  readonly retryPolicy: RetryPolicy
  readonly background: BackgroundWork
  /** Sends of this process by message id; each promise ends once the outcome is recorded or left to others. */
  readonly running: Map<string, Promise<unknown>>
  readonly stopping: AbortSignal
  /** Leaves the sends that wait in this process to recovery. */
  stopWaiting(): void
  close(): Promise<void>
}

const MAX_QUICK_TRIES = 3
const MAX_CLOSE_MS = 10_000

/** @param options.faults logs background work that fails by a fault of ours, so that the operator's status shows it */
export function openSending(options: {
  readonly config: Config
  readonly pool: Pool
  readonly providers: Providers
  readonly log: Logger
  readonly faults: Pick<Logger, 'warn' | 'error'>
}): Sending {
  const { config, pool, providers, log, faults } = options
  const background = backgroundWork({
    waits: (err, of) =>
      log.warn({ err, ...chainOf(of) }, 'the outcome of a send is not recorded yet; trying again'),
    fails: (err, of, isLast) =>
      isLast
        ? faults.error(
            { err, ...chainOf(of) },
            'facts that follow from a send cannot be recorded; this process has given them up',
          )
        : faults.warn(
            { err, ...chainOf(of) },
            'facts that follow from a send cannot be recorded; trying again',
          ),
  })
  const stopping = new AbortController()
  // Each running send may add a listener.
  setMaxListeners(0, stopping.signal)
  const run = randomUUID()
  log.info({ run }, 'this process claims sends with this run id')
  return {
    run,
    providers,
    pacing: pacing(leaseTurns(pool)),
    claims: claimSlots(stopping.signal),
    retryPolicy: {
      turnMs: config.SEND_WAIT_MS,
      retryMs: config.SEND_RETRY_MS,
      quickTries: MAX_QUICK_TRIES,
    },
    background,
    running: new Map(),
    stopping: stopping.signal,
    stopWaiting: () => stopping.abort(),
    async close() {
      stopping.abort()
      await background.close(MAX_CLOSE_MS)
    },
  }
}
