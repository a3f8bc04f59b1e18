import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { sleep } from '@recado/infra/concurrency/sleep'
import { runOn } from '@recado/infra/postgres/run'
import { electLeader, type Leadership } from '../../runtime/leader-election.ts'
import { waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import { type Limits, nextStep, type OpenSend } from './next-step.ts'
import { openSends } from './open-sends.ts'
import { type StepDeps, takeStep } from './take-step.ts'

/** The logger that recovery needs; a pino logger is one. */
type RecoveryLog = {
  warn(of: object, message: string): void
  error(of: object, message: string): void
}

export type RecoveryOptions = StepDeps & {
  readonly databaseUrl: string
  /** Schema of the read models. */
  readonly schema: string
  readonly limits: Limits
  /** Pause between two looks, ms. */
  readonly intervalMs?: number
  readonly log: RecoveryLog
  readonly signal: AbortSignal
}

const INTERVAL_MS = 500
const MOST_AT_ONCE = 64

/**
 * Brings open sends to an end: tries deferred ones again, takes over those that no process holds, leaves those without
 * an outcome unresolved, and gives up in the end. One leader does this at a time. It knows what it has done from the
 * log alone, so it begins once the read models have passed the log's head. Runs until the signal aborts.
 */
export function runRecovery(options: RecoveryOptions): Promise<void> {
  const { databaseUrl, schema, signal, log } = options
  const onError = (err: unknown) =>
    log.error({ err }, 'recovery ended its leadership and starts again')
  return electLeader(
    { databaseUrl, searchPath: schema, role: `settler:${schema}`, signal, onError },
    (leadership) => recover(options, leadership),
  )
}

async function recover(options: RecoveryOptions, leadership: Leadership): Promise<void> {
  const { signal } = leadership
  await waitForReadModels(leadership, (await headOfFollowedStreams(options.store)) ?? -1n)
  const busy = new Map<string, Promise<void>>()
  try {
    while (!signal.aborted) {
      await startDue(options, leadership, busy)
      await sleep(options.intervalMs ?? INTERVAL_MS, signal)
    }
  } finally {
    await Promise.all(busy.values())
  }
}

/** Begins what is due, without waiting for it: a slow provider holds up its own sends only. */
async function startDue(
  options: RecoveryOptions,
  { client }: Leadership,
  busy: Map<string, Promise<void>>,
): Promise<void> {
  const free = MOST_AT_ONCE - busy.size
  if (free === 0) return
  const now = options.now()
  const due = openSends(now, options.limits, [...busy.keys()], free)
  for (const send of await runOn(client)<OpenSend>(due)) {
    const step = nextStep(send, now, options.limits)
    if (step === null) continue
    const work = takeStep(options, send, step)
      .catch((err) =>
        options.log.warn({ err, message_id: send.id }, 'a send waits for its next step'),
      )
      .finally(() => busy.delete(send.id))
    busy.set(send.id, work)
  }
}
