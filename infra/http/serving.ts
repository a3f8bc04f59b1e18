import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { boundsFrom } from './bounds/bounds.ts'
import { planLimits } from './guards.ts'
import { leaseCalls } from './rate-lease.ts'
import { rateLimits } from './rate-limits.ts'

/** How the settings let clients be served. @param pool in which processes share a key's calls */
export function servingBy(config: Config, pool: pg.Pool) {
  return {
    bounds: boundsFrom(config),
    rateLimits: rateLimits(leaseCalls(pool, randomUUID())),
    planLimits: planLimits(config),
  }
}
