import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { poolMetrics, type WatchPool } from './postgres/pool-metrics.ts'

export type Metrics = {
  readonly registry: Registry
  /** Seconds from the first byte of a request to the last of its answer. */
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>
  readonly watchPool: WatchPool
}

export function startMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const httpSeconds = new Histogram({
    name: 'recado_http_request_seconds',
    help: 'Time from request to answer, by route pattern.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return { registry, httpSeconds, watchPool: poolMetrics(registry) }
}
