import type pg from 'pg'
import { Gauge, Histogram, type Registry } from 'prom-client'

/** Measures a pool. @param name of a database and its use, from a small set */
export type WatchPool = (name: string, pool: pg.Pool) => void

export function poolMetrics(registry: Registry): WatchPool {
  const pools = new Map<string, pg.Pool>()
  const waits = new Histogram({
    name: 'recado_pool_wait_seconds',
    help: 'Waits for a connection to Postgres where none was free, dialling included.',
    labelNames: ['pool'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  gauge(registry, 'recado_pool_busy', 'Connections to Postgres in use.', pools, (pool) => {
    return pool.totalCount - pool.idleCount
  })
  gauge(registry, 'recado_pool_waiting', 'Callers that wait for a connection.', pools, (pool) => {
    return pool.waitingCount
  })
  gauge(registry, 'recado_pool_most', 'Connections that there may be.', pools, (pool) => {
    return pool.options.max
  })
  return (name, pool) => {
    pools.set(name, pool)
    timeWaits(pool, () => waits.startTimer({ pool: name }))
  }
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  pools: ReadonlyMap<string, pg.Pool>,
  of: (pool: pg.Pool) => number,
): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    labelNames: ['pool'] as const,
    collect() {
      for (const [pool, one] of pools) this.set({ pool }, of(one))
    },
  })
}

type Connected = (...given: unknown[]) => void

/** Times only callers that wait for a connection; taking a free one is not measured. */
function timeWaits(pool: pg.Pool, begin: () => () => void): void {
  const connect = pool.connect.bind(pool) as (connected?: Connected) => Promise<unknown> | undefined
  const timed = (connected?: Connected) => {
    if (pool.idleCount > 0) return connect(connected)
    const end = begin()
    if (connected === undefined) return connect()?.finally(end)
    return connect((...given) => {
      end()
      connected(...given)
    })
  }
  Object.assign(pool, { connect: timed })
}
