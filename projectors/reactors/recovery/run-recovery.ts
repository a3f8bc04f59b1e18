import { chainOf } from '@recado/application/commands/command-context'
import { type LogDeps, suspendRestored } from '@recado/application/sending/suspend-restored'
import { runOn } from '@recado/infra/postgres/run'
import type { Leadership } from '../../runtime/leader-election.ts'
import {
  inRounds,
  type Reactor,
  type ReactorOptions,
  runReactor,
} from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { type Limits, nextStep, type OpenSend } from './next-step.ts'
import { openSends } from './open-sends.ts'
import { contextOf, type StepDeps, takeStep } from './take-step.ts'

export type RecoveryOptions = ReactorOptions &
  StepDeps &
  Omit<LogDeps, 'log'> & {
    readonly limits: Limits
    readonly intervalMs?: number
  }

const INTERVAL_MS = 500
/** How often the end of the log is noted, ms: a log that is restored to a moment before its last note is recognised. */
const NOTE_MS = 1_000
const MOST_AT_ONCE = 64

/**
 * Brings open sends to an end: retries deferred ones, takes over those that no process holds, leaves those without an
 * outcome unresolved, and finally gives up. It knows from the log alone what it has done, so it begins once the read
 * models include the log's head; what a log from a backup left open it leaves to the operator. Runs until the signal
 * aborts.
 */
export function runRecovery(options: RecoveryOptions): Promise<void> {
  const { store, intervalMs = INTERVAL_MS } = options
  return runReactor(options, {
    role: 'settler',
    failure: 'the recovery of sends failed and starts again',
    work: untilNoted(
      options,
      inRounds(intervalMs, MOST_AT_ONCE, async (leadership, tasks) => {
        const suspendedTo = await watchLog(options)
        await waitForHead(leadership, store)
        return () => startDue(options, leadership, tasks, suspendedTo())
      }),
    ),
  })
}

/** Notes the end of the log last of all: a copy of the log's files is often put back after a stop. */
function untilNoted(options: RecoveryOptions, work: Reactor['work']): Reactor['work'] {
  return async (leadership) => {
    await work(leadership)
    await suspendRestored(options).catch((err) => notNoted(options, err))
  }
}

function notNoted({ log }: RecoveryOptions, err: unknown): void {
  log.warn({ err }, 'the end of the log is not noted yet; trying again')
}

/** Suspends what a log from a backup left open, and goes on to note the end of the log, beside the rounds. */
async function watchLog(options: RecoveryOptions): Promise<() => number | null> {
  let suspendedTo = await suspendRestored(options)
  let nextAt = performance.now() + NOTE_MS
  const look = async () => {
    suspendedTo = await suspendRestored(options)
  }
  return () => {
    if (performance.now() >= nextAt) {
      nextAt = Number.POSITIVE_INFINITY
      look()
        .catch((err) => notNoted(options, err))
        .finally(() => {
          nextAt = performance.now() + NOTE_MS
        })
    }
    return suspendedTo
  }
}

/** Starts due steps without waiting for them: a slow provider delays only its own sends. */
async function startDue(
  options: RecoveryOptions,
  { client }: Leadership,
  tasks: Tasks,
  suspendedTo: number | null,
): Promise<void> {
  const free = tasks.free()
  if (free === 0) return
  const now = options.now()
  const due = openSends(now, options.limits, tasks.ids(), free, suspendedTo)
  for (const send of await runOn(client)<OpenSend>(due)) {
    const step = nextStep(send, now, options.limits)
    if (step === null) continue
    const work = takeStep(options, send, step).catch((err) =>
      options.log.warn(
        { err, ...chainOf(contextOf(options, send)), message_id: send.id },
        'the next step of a send failed; it is tried again',
      ),
    )
    tasks.start(send.id, work)
  }
}
