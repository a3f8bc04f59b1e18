import type { Registry } from 'prom-client'
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
