import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { PersonIds } from '@recado/application/person-ids'
import type { Registry } from '@recado/application/registry/registry'
import type { Services } from '@recado/application/services'
import type { Logger } from '@recado/infra/logger'
import type { Metrics } from '@recado/infra/metrics'
import type { ProjectorMetrics } from './metrics.ts'
import type { ReactorOptions } from './runtime/run-reactor.ts'
import type { DispatchTimes } from './webhooks/dispatcher/dispatch-times.ts'

export type ProjectorDeps = ExecuteDeps &
  Pick<
    Services,
    | 'config'
    | 'erasures'
    | 'log'
    | 'journal'
    | 'pool'
    | 'providers'
    | 'vault'
    | 'nats'
    | 'mediaStore'
  > & {
    readonly registry: Registry
    readonly personIds: PersonIds
    readonly metrics: Pick<Metrics, 'registry'>
    readonly dispatchTimes?: Partial<DispatchTimes>
  }

export type PartDeps = Omit<ProjectorDeps, 'log' | 'metrics'> &
  ReactorOptions & {
    readonly log: Logger
    readonly measured: ProjectorMetrics
    /** Reports that the part works again after failures. */
    readonly onRecovered: () => void
    readonly now: () => Date
    readonly newId: () => string
  }
