import { randomUUID } from 'node:crypto'
import type { ExecuteDeps } from '@recado/application/commands/execute'
import { announceProgress } from '@recado/application/read-models/announce'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import type { Registry } from '@recado/application/registry/registry'
import { openGateway, openSending } from '@recado/application/sending/sending'
import type { Config } from '@recado/infra/config'
import type { Journal } from '@recado/infra/event-store/event-store'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import type { Logger } from '@recado/infra/logger'
import type { Metrics } from '@recado/infra/metrics'
import type { Nats } from '@recado/infra/nats/connect'
import { openGraphCalls } from '@recado/infra/providers/graph-api/graph-calls'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'
import { type Committed, runProjector } from './engine/run-projector.ts'
import { runIntake } from './intake/run-intake.ts'
import { type ProjectorMetrics, projectorMetrics } from './metrics.ts'
import { projections } from './projections.ts'
import { runAttribution } from './reactors/attribution/run-attribution.ts'
import { runNumbers } from './reactors/numbers/run-numbers.ts'
import { recoveryLimits } from './reactors/recovery/recovery-limits.ts'
import { runRecovery } from './reactors/recovery/run-recovery.ts'
import { runSessions } from './reactors/sessions/run-sessions.ts'
import { runTemplates } from './reactors/templates/run-templates.ts'
import { tellTroubles } from './runtime/tell-troubles.ts'
import { troubles } from './runtime/troubles.ts'
import { runDispatch } from './webhooks/dispatcher/dispatch.ts'
import { DEFAULT_TIMES, type DispatchTimes } from './webhooks/dispatcher/dispatch-times.ts'
import { publishFresh } from './webhooks/dispatcher/publish.ts'

/** What everything that follows the log reaches the world through. */
export type ProjectorDeps = ExecuteDeps & {
  readonly journal: Journal
  readonly config: Config
  /** Connections whose search_path is the read models' schema. */
  readonly pool: pg.Pool
  readonly nats: Nats
  readonly registry: Registry
  readonly vault: Vault
  readonly log: Logger
  /** Where the parts register what they measure. */
  readonly metrics: Pick<Metrics, 'registry'>
  readonly dispatchTimes?: Partial<DispatchTimes>
}

/** What was started. `done` rejects when a part met what nobody can recover from, such as another log. */
export type Projectors = { readonly done: Promise<unknown>; stop(): Promise<void> }

/**
 * Starts what follows the log, as the role in the configuration says. Any number of processes may do so; of each part
 * one works and the others stand by, only dispatchers share the webhooks.
 */
export function startProjectors(deps: ProjectorDeps): Projectors {
  const stopping = new AbortController()
  const { signal } = stopping
  const { PROJECTORS_ROLE: role } = deps.config
  const metrics = projectorMetrics(deps.metrics.registry, deps.pool, deps.store)
  const noted = troubles()
  const of = (part: string): ProjectorDeps => ({
    ...deps,
    log: noted.noting(part, deps.log.child({ part })),
  })
  const parts = [
    ...(role === 'workers' ? [] : [fold(of('read_models'), signal)]),
    ...(role === 'fold' ? [] : startWorkers(of, metrics, signal)),
    tellTroubles(deps.pool, noted, signal),
  ]
  const done = Promise.all(parts)
  done.catch(() => stopping.abort())
  return {
    done,
    async stop() {
      stopping.abort()
      await Promise.allSettled(parts)
    },
  }
}

function startWorkers(
  of: (part: string) => ProjectorDeps,
  metrics: ProjectorMetrics,
  signal: AbortSignal,
) {
  return [
    intake(of('intake'), metrics, signal),
    dispatch(of('dispatcher'), metrics, signal),
    recover(of('settler'), signal),
    sessions(of('sessions'), signal),
    attribute(of('attribution'), signal),
    templates(of('templates'), signal),
    numbers(of('numbers'), signal),
  ]
}

function fold({ store, config, nats, log }: ProjectorDeps, signal: AbortSignal): Promise<void> {
  const publisher = publishFresh(nats)
  const announce = ({ position, lag_ms }: Committed) =>
    announceProgress(nats, { schema: READ_SCHEMA, position: String(position), lag_ms })
  return runProjector({
    store,
    databaseUrl: config.DATABASE_URL,
    schema: READ_SCHEMA,
    projections,
    log,
    signal,
    afterCommit(committed) {
      announce(committed)
      publisher.afterCommit(committed)
    },
  })
}

function intake(
  { store, config, log }: ProjectorDeps,
  { intent: count }: ProjectorMetrics,
  signal: AbortSignal,
): Promise<void> {
  const { DATABASE_URL: databaseUrl } = config
  return runIntake({ store, databaseUrl, schema: READ_SCHEMA, log, signal, count })
}

async function recover(deps: ProjectorDeps, signal: AbortSignal): Promise<void> {
  const { config } = deps
  const sending = openSending(deps)
  await runRecovery({
    ...deps,
    databaseUrl: config.DATABASE_URL,
    schema: READ_SCHEMA,
    limits: recoveryLimits(config),
    sending,
    now: () => new Date(),
    newId: () => randomUUID(),
    signal,
  })
  await sending.close()
}

function attribute(deps: ProjectorDeps, signal: AbortSignal): Promise<void> {
  return runAttribution({
    ...deps,
    databaseUrl: deps.config.DATABASE_URL,
    schema: READ_SCHEMA,
    now: () => new Date(),
    newId: () => randomUUID(),
    signal,
  })
}

async function templates(deps: ProjectorDeps, signal: AbortSignal): Promise<void> {
  const graph = openGraphCalls(deps)
  await runTemplates({
    ...deps,
    graph,
    databaseUrl: deps.config.DATABASE_URL,
    schema: READ_SCHEMA,
    intervalMs: deps.config.TEMPLATE_SYNC_MINUTES * 60_000,
    now: () => new Date(),
    newId: () => randomUUID(),
    signal,
  })
  await graph.close()
}

async function numbers(deps: ProjectorDeps, signal: AbortSignal): Promise<void> {
  const graph = openGraphCalls(deps)
  const gateway = openGateway(deps.config)
  await runNumbers({
    ...deps,
    graph,
    gateway,
    databaseUrl: deps.config.DATABASE_URL,
    schema: READ_SCHEMA,
    intervalMs: deps.config.NUMBER_CHECK_MINUTES * 60_000,
    now: () => new Date(),
    newId: () => randomUUID(),
    signal,
  })
  await Promise.all([graph.close(), gateway?.close()])
}

function sessions(deps: ProjectorDeps, signal: AbortSignal): Promise<void> {
  return runSessions({ ...deps, schema: READ_SCHEMA, signal })
}

async function dispatch(
  deps: ProjectorDeps,
  { attempted }: ProjectorMetrics,
  signal: AbortSignal,
): Promise<void> {
  const { config, log } = deps
  if (config.DISPATCH === 'held') return log.warn('nothing is delivered while DISPATCH is held')
  const times = {
    ...DEFAULT_TIMES,
    pauseKeepMs: config.WEBHOOK_PAUSE_KEEP_HOURS * 3_600_000,
    ...deps.dispatchTimes,
  }
  const client = webhookClient({
    isAllowed: addressPolicy(config.WEBHOOK_ALLOWED_SUBNETS),
    timeoutMs: times.timeoutMs,
  })
  await runDispatch({ ...deps, commands: deps, client, signal, times, attempted })
  await client.close()
}
