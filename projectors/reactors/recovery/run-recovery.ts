import { chainOf } from '@recado/application/commands/command-context'
import { type LogDeps, suspendRestored } from '@recado/application/sending/suspend-restored'
import type { Shares } from '@recado/infra/concurrency/shared-slots'
import { type Tenant, tenantShares } from '@recado/infra/concurrency/tenant-shares'
import { runOn } from '@recado/infra/postgres/run'
import { serverOf } from '@recado/infra/providers/gateway-calls'
import type { Leadership } from '../../runtime/leader-election.ts'
import {
  inRounds,
  type Reactor,
  type ReactorOptions,
  runReactor,
} from '../../runtime/run-reactor.ts'
import type { Tasks } from '../../runtime/tasks.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { type Limits, nextStep, type OpenSend, type Step } from './next-step.ts'
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
/** Steps under way at once at one server: a slow gateway takes no place of another's sends. */
const MAX_PER_SERVER = 64

/**
 * Brings open sends to an end: retries deferred ones, takes over those that no process holds, leaves those without an
 * outcome unresolved, and finally gives up. It knows from the log alone what it has done, so it begins once the read
 * models include the log's head; what a log from a backup left open it leaves to the operator. Runs until the signal
 * aborts.
 */
export function runRecovery(options: RecoveryOptions): Promise<void> {
  const { store, intervalMs = INTERVAL_MS } = options
  return runReactor(options, {
    role: 'recovery',
    failure: 'the recovery of sends failed and starts again',
    work: noteEndOfLogLast(
      options,
      inRounds(intervalMs, Number.POSITIVE_INFINITY, async (leadership, tasks) => {
        const suspendedTo = await watchLog(options)
        await waitForHead(leadership, store)
        const servers = new Map<string, Shares<Tenant>>()
        return () => startDue(options, leadership, { tasks, servers }, suspendedTo())
      }),
    ),
  })
}

/** Records the end of the log after everything else: a copy of the log's files is often restored after a stop. */
function noteEndOfLogLast(options: RecoveryOptions, work: Reactor['work']): Reactor['work'] {
  return async (leadership) => {
    await work(leadership)
    await suspendRestored(options).catch((err) => warnNotNoted(options, err))
  }
}

function warnNotNoted({ log }: RecoveryOptions, err: unknown): void {
  log.warn({ err }, 'recording the end of the log failed; it will be retried')
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
        .catch((err) => warnNotNoted(options, err))
        .finally(() => {
          nextAt = performance.now() + NOTE_MS
        })
    }
    return suspendedTo
  }
}

/** @property servers what accounts have under way, by server */
type UnderWay = { readonly tasks: Tasks; readonly servers: Map<string, Shares<Tenant>> }

/** Starts due steps without waiting for them: a slow provider delays only the sends of those who use it. */
async function startDue(
  options: RecoveryOptions,
  { client }: Leadership,
  { tasks, servers }: UnderWay,
  suspendedTo: number | null,
): Promise<void> {
  const now = options.now()
  const selection = { busy: tasks.ids(), count: MAX_PER_SERVER, suspendedTo }
  const onlyConnected = typesOnlyConnected(options)
  const due = openSends(now, options.limits, { ...selection, onlyConnected })
  for (const send of await runOn(client)<OpenSend>(due)) {
    const step = nextStep(send, now, options.limits)
    const tenant = { account_id: send.account_id, id: send.connection_id }
    const shares = sharesAt(servers, send)
    if (step === null || !shares.mayBegin(tenant)) continue
    shares.began(tenant, 1)
    const work = takeStepOrWarn(options, send, step).finally(() => shares.ended(tenant, 1))
    tasks.start(send.id, work)
  }
}

function typesOnlyConnected({ sending }: RecoveryOptions): readonly string[] {
  const all = [...sending.providers.values()]
  return all.filter(({ sends }) => sends.onlyConnected).map(({ type }) => type)
}

/** The shares of accounts in the places of the server that a send goes to. */
function sharesAt(servers: UnderWay['servers'], send: OpenSend): Shares<Tenant> {
  const server = serverOf(send)
  const shares = servers.get(server) ?? tenantShares(MAX_PER_SERVER)
  servers.set(server, shares)
  return shares
}

/** Never rejects. */
function takeStepOrWarn(options: RecoveryOptions, send: OpenSend, step: Step): Promise<void> {
  return takeStep(options, send, step).catch((err) =>
    options.log.warn(
      { err, ...chainOf(contextOf(options, send)), message_id: send.id },
      'the next step of a send failed; it will be retried',
    ),
  )
}
