import { Counter, Gauge, type Registry } from 'prom-client'

/**
 * Adds the figures of the quota of raw bytes.
 * @param near how many owners have used 80 % of it or more
 * @returns counts a POST of which not all was recorded
 */
export function quotaMetrics(registry: Registry, near: () => number): () => void {
  const registers = [registry]
  const refused = new Counter({
    name: 'recado_raw_quota_refused_total',
    help: 'POSTs of providers that were not wholly recorded, because a quota of raw bytes was used up.',
    registers,
  })
  new Gauge({
    name: 'recado_raw_quota_near',
    help: 'Accounts, apps and business accounts that have used 80 % of their quota of raw bytes or more; 0 without one.',
    registers,
    collect() {
      this.set(near())
    },
  })
  return () => refused.inc()
}
