import { Counter, Gauge, type Registry } from 'prom-client'

/**
 * Adds the figures of the quota of raw bytes.
 * @param near how many accounts have used 80 % of it or more
 * @returns counts a POST of which not all was recorded
 */
export function quotaMetrics(registry: Registry, near: () => number): () => void {
  const registers = [registry]
  const refused = new Counter({
    name: 'recado_raw_quota_refused_total',
    help: 'POSTs of providers of which not all was recorded, since an account had brought all raw bytes of its day.',
    registers,
  })
  new Gauge({
    name: 'recado_raw_quota_near',
    help: 'Accounts that have brought 80 % of the raw bytes of their day or more; 0 without a quota.',
    registers,
    collect() {
      this.set(near())
    },
  })
  return () => refused.inc()
}
