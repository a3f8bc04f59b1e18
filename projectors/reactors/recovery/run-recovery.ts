import { chainOf } from '@recado/application/commands/command-context'
import { runOn } from '@recado/infra/postgres/run'
import type { Leadership } from '../../runtime/leader-election.ts'
import { inRounds, type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { type Limits, nextStep, type OpenSend } from './next-step.ts'
import { openSends } from './open-sends.ts'
import { contextOf, type StepDeps, takeStep } from './take-step.ts'

export type RecoveryOptions = ReactorOptions &
  StepDeps & {
    readonly limits: Limits
    readonly intervalMs?: number
  }

const INTERVAL_MS = 500
const MOST_AT_ONCE = 64

/**
 * Brings open sends to an end: retries deferred ones, takes over those that no process holds, leaves those without an
 * outcome unresolved, and finally gives up. It knows from the log alone what it has done, so it begins once the read
 * models include the log's head. Runs until the signal aborts.
 */
export function runRecovery(options: RecoveryOptions): Promise<void> {
  const { store, intervalMs = INTERVAL_MS } = options
  return runReactor(options, {
    role: 'settler',
    failure: 'the recovery of sends failed and starts again',
    work: inRounds(intervalMs, MOST_AT_ONCE, async (leadership, tasks) => {
      await waitForHead(leadership, store)
      return () => startDue(options, leadership, tasks)
    }),
  })
}

/** Starts due steps without waiting for them: a slow provider delays only its own sends. */
async function startDue(
  options: RecoveryOptions,
  { client }: Leadership,
  tasks: Tasks,
): Promise<void> {
  const free = tasks.free()
  if (free === 0) return
  const now = options.now()
  const due = openSends(now, options.limits, tasks.ids(), free)
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
