import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { atWork } from '../concurrency/at-work.ts'
import type { Config } from '../config.ts'
import { openAttempts } from './attempts.ts'
import { boundsFrom } from './bounds/bounds.ts'
import { planLimits } from './guards.ts'
import { openKeyUse } from './key-use.ts'
import { leaseCalls } from './rate-lease.ts'
import { rateLimits } from './rate-limits.ts'
import { requestPlaces } from './request-places.ts'
import { openSessions } from './sign-in/sessions.ts'

/** The "minute" of slowLimits, for actions that are allowed only rarely. */
const SLOW_SECONDS = 1_200

/** What the listeners and routes of a process share: bounds, limits, sessions, and places of requests. */
export function servingDeps(config: Config, pool: pg.Pool) {
  const active = atWork()
  const slow = leaseCalls(pool, randomUUID(), undefined, SLOW_SECONDS)
  return {
    bounds: boundsFrom(config),
    rateLimits: rateLimits(leaseCalls(pool, randomUUID())),
    /** As `rateLimits`, per twenty minutes. */
    slowLimits: rateLimits(slow),
    attempts: openAttempts(pool),
    planLimits: planLimits(config),
    sessions: openSessions(pool),
    keyUse: openKeyUse(pool),
    atWork: active,
    places: requestPlaces(config.REQUESTS_AT_ONCE, active),
  }
}
