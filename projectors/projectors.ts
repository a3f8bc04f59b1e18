import { randomUUID } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import type { PartDeps, ProjectorDeps } from './deps.ts'
import { projectorMetrics } from './metrics.ts'
import { keepReadModels, WORKERS } from './parts.ts'
import { tellTroubles } from './runtime/tell-troubles.ts'
import { troubles } from './runtime/troubles.ts'

/** What was started. `done` rejects when a part met what nobody can recover from, such as another log. */
export type Projectors = { readonly done: Promise<unknown>; stop(): Promise<void> }

/**
 * Starts what follows the log, as the role in the configuration says. Any number of processes may do so; of each part
 * one works and the others stand by, only dispatchers share the webhooks.
 */
export function startProjectors(deps: ProjectorDeps): Projectors {
  const stopping = new AbortController()
  const { signal } = stopping
  const { PROJECTORS_ROLE: role, DATABASE_URL: databaseUrl } = deps.config
  const measured = projectorMetrics(deps.metrics.registry, deps.pool, deps.store)
  const noted = troubles()
  const of = (part: string): PartDeps => ({
    ...deps,
    ...{ databaseUrl, schema: READ_SCHEMA, signal, measured },
    log: noted.noting(part, deps.log.child({ part })),
    now: () => new Date(),
    newId: () => randomUUID(),
  })
  const workers = Object.entries(WORKERS)
  const parts = [
    ...(role === 'workers' ? [] : [keepReadModels(of('read_models'))]),
    ...(role === 'fold' ? [] : workers.map(([part, run]) => run(of(part)))),
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
