import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { Registry } from '@recado/application/registry/registry'
import type { Services } from '@recado/application/services'
import type { Logger } from '@recado/infra/logger'
import type { Metrics } from '@recado/infra/metrics'
import type { ProjectorMetrics } from './metrics.ts'
import type { ReactorOptions } from './runtime/run-reactor.ts'
import type { DispatchTimes } from './webhooks/dispatcher/dispatch-times.ts'

/** What everything that follows the log reaches the world through. */
export type ProjectorDeps = ExecuteDeps &
  Pick<Services, 'config' | 'log' | 'journal' | 'pool' | 'providers' | 'vault' | 'nats'> & {
    readonly registry: Registry
    /** Where the parts register what they measure. */
    readonly metrics: Pick<Metrics, 'registry'>
    readonly dispatchTimes?: Partial<DispatchTimes>
  }

/** What each part that follows the log is given. */
export type PartDeps = Omit<ProjectorDeps, 'log' | 'metrics'> &
  ReactorOptions & {
    readonly log: Logger
    readonly measured: ProjectorMetrics
    /** Tells that the part has got over what it failed of. */
    readonly isWell: () => void
    readonly now: () => Date
    readonly newId: () => string
  }
