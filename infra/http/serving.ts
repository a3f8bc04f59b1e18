import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { atWork } from '../concurrency/at-work.ts'
import type { Config } from '../config.ts'
import { openKeyUse } from '../dashboard/key-use.ts'
import { openSessions } from '../dashboard/sessions.ts'
import { boundsFrom } from './bounds/bounds.ts'
import { planLimits } from './guards.ts'
import { leaseCalls } from './rate-lease.ts'
import { rateLimits } from './rate-limits.ts'

/** What counts as a minute where few tries are let through. */
export const SLOW_SECONDS = 1_200

/** How the settings let clients be served. @param pool in which processes share a key's calls */
export function servingBy(config: Config, pool: pg.Pool) {
  const slow = leaseCalls(pool, randomUUID(), undefined, SLOW_SECONDS)
  return {
    bounds: boundsFrom(config),
    rateLimits: rateLimits(leaseCalls(pool, randomUUID())),
    /** As `rateLimits`, by twenty minutes. */
    slowLimits: rateLimits(slow),
    planLimits: planLimits(config),
    sessions: openSessions(pool),
    keyUse: openKeyUse(pool),
    atWork: atWork(),
  }
}
