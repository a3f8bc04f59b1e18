import { Counter, type Registry } from 'prom-client'
import type { FactCounts } from './event-store/delivered-fact.ts'
import { queriedByLabel } from './queried-gauges.ts'
import { runCheck, type Servers, serverChecks } from './server-checks.ts'

/** Adds a gauge of whether each server works for this process, checked at each collection. */
export function serverMetrics(registry: Registry, servers: Servers): void {
  const checks = Object.entries(serverChecks(servers))
  queriedByLabel({
    ...{ registry, name: 'recado_server_up', label: 'server' },
    help: 'Whether a server answers this process and works: 1 or 0.',
    async ask() {
      const asked = checks.map(async ([server, check]) => [
        server,
        (await runCheck(check)) === true ? 1 : 0,
      ])
      return Object.fromEntries(await Promise.all(asked)) as Record<string, number>
    },
  })
}

/** Adds a counter of the facts that subscriptions to the log have brought to this process. */
export function followedMetrics(registry: Registry, counts: Readonly<FactCounts>): void {
  new Counter({
    name: 'recado_followed_facts_total',
    help: 'Facts that this process received by its subscriptions to the log, and those of which it parsed the data.',
    labelNames: ['step'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const step of ['received', 'parsed'] as const) this.inc({ step }, counts[step])
    },
  })
}
