import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { gatewaysInUse, missedGateways } from '@recado/application/gateways/gateways-in-use'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { expiryLag } from '@recado/application/status/expiry-lag'
import { reportTroubles } from '@recado/application/status/report-troubles'
import { troubles } from '@recado/application/status/troubles'
import { runOn } from '@recado/infra/postgres/run'
import type { PartDeps, ProjectorDeps } from './deps.ts'
import { expiryGauge, gatewayGauge, projectorMetrics } from './metrics.ts'
import { keepReadModels, WORKERS } from './parts.ts'

/** `done` rejects when a part fails with an error that no retry can fix, such as another log. */
export type Projectors = {
  readonly done: Promise<unknown>
  /** True while a part of this process works, else the reason why not. */
  statusOf(part: string): true | string
  stop(): Promise<void>
}

const PARTS_OF: Readonly<Record<ProjectorDeps['config']['PROJECTORS_ROLE'], readonly string[]>> = {
  all: Object.keys(WORKERS),
  workers: Object.keys(WORKERS),
  projector: [],
  relay: ['relay'],
}

/** The parts that tell somebody outside of persons, or copy what is theirs. */
const TELLING: readonly string[] = ['dispatcher', 'recovery', 'relay', 'media_store']

export function keepsReadModels(role: ProjectorDeps['config']['PROJECTORS_ROLE']): boolean {
  return role === 'all' || role === 'projector'
}

export function relays(role: ProjectorDeps['config']['PROJECTORS_ROLE']): boolean {
  return PARTS_OF[role].includes('relay')
}

/** A relay of ids passes facts on without what they say of persons: it needs no key and no secret. */
export function opensFacts({ PROJECTORS_ROLE, RELAY_CONTENT }: ProjectorDeps['config']): boolean {
  return PROJECTORS_ROLE !== 'relay' || RELAY_CONTENT !== 'ids'
}

export function copiesMedia(role: ProjectorDeps['config']['PROJECTORS_ROLE']): boolean {
  return PARTS_OF[role].includes('media_store')
}

/**
 * Starts what follows the log, as the role in the configuration says. Any number of processes may do so: one process
 * leads each part and the others stand by; only dispatchers share the webhooks, and partitions are led one by one.
 */
export function startProjectors(deps: ProjectorDeps): Projectors {
  const stopping = new AbortController()
  const { signal } = stopping
  // Each part listens to the signal, most of them several times.
  setMaxListeners(0, signal)
  const { PROJECTORS_ROLE: role, DATABASE_URL: databaseUrl } = deps.config
  const measured = projectorMetrics(deps.metrics.registry, deps.pool, deps.store)
  gatewayGauge(deps.metrics.registry, () => missedGateways(gatewaysInUse(deps)).length)
  expiryGauge(deps.metrics.registry, () =>
    expiryLag(runOn(deps.pool), deps.config.MESSAGE_DAYS, Date.now()),
  )
  const noted = troubles()
  const of = (part: string): PartDeps => ({
    ...deps,
    databaseUrl,
    schema: READ_SCHEMA,
    signal,
    measured,
    log: noted.watch(part, deps.log.child({ part })),
    onRecovered: () => noted.clear(part),
    leads: (isLeader, partition) => measured.leads(part, isLeader, partition),
    now: () => new Date(),
    newId: () => randomUUID(),
  })
  // What tells anybody of persons waits until those whom a restore has brought back are erased again.
  const startPart = async (part: string, run: () => Promise<void>) => {
    if (TELLING.includes(part)) await deps.erasures.opened(signal)
    if (!signal.aborted) await run()
  }
  const workers = Object.entries(WORKERS).filter(([part]) => PARTS_OF[role].includes(part))
  const parts = [
    ...(keepsReadModels(role) ? [keepReadModels(of('read_models'))] : []),
    ...workers.map(([part, run]) => startPart(part, () => run(of(part)))),
    reportTroubles(deps.pool, noted, signal),
  ]
  const done = Promise.all(parts)
  done.catch(() => stopping.abort())
  return {
    done,
    statusOf(part) {
      const { failing_since, why } = noted.states().find((one) => one.part === part) ?? {}
      return failing_since == null ? true : `fails since ${failing_since}: ${why}`
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled(parts)
    },
  }
}
