import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'

/*
 * ENDPOINT HEALTH
 *
 * How many attempts an endpoint may have at once, judged by how its last ones ended:
 *
 *   healthy  Up to `concurrency` attempts.
 *   probing  Three or more attempts in a row have failed: one attempt at a time shows whether the endpoint is well again.
 *   resting  Five or more attempts in a row have failed: none begins before `until`.
 *   gone     The endpoint answered 410: none begins until every process knows, since each would be a dead letter.
 *
 * What moves an endpoint:
 *
 *   healthy -> probing -> resting  `afterAttempt` with a failure; each failure from the fifth on doubles the rest.
 *   probing -> healthy             `afterAttempt` with a success.
 *   resting -> probing, healthy    `healthAt` with a time not before `until`; healthy when an attempt that was under way
 *                                  has succeeded meanwhile.
 *   any -> gone                    `afterAttempt` with a 410.
 *   gone -> resting                `afterDeactivation`; if the webhook is still active, the next attempt gets a 410 again.
 *   healthy, probing -> resting    `afterOutage`: nothing could be sent, for a reason of ours.
 */

/** The health of one endpoint. `failures` counts failed attempts since the last success. */
export type EndpointHealth =
  | { readonly state: 'healthy' | 'probing'; readonly failures: number }
  | { readonly state: 'resting'; readonly failures: number; readonly until: number }
  | { readonly state: 'gone' }

export const HEALTHY: EndpointHealth = { state: 'healthy', failures: 0 }

const FAILURES_TO_PROBE = 3
const FAILURES_TO_REST = 5
const MAX_DOUBLINGS = 5

/** @param restMs the first rest, ms */
export function afterAttempt(
  health: EndpointHealth,
  outcome: DeliveryOutcome,
  now: number,
  restMs: number,
): EndpointHealth {
  if (health.state === 'gone' || outcome === 'gone') return { state: 'gone' }
  const failures = outcome === 'failed' ? health.failures + 1 : 0
  const beyond = failures - FAILURES_TO_REST
  if (beyond >= 0) {
    const until = now + restMs * 2 ** Math.min(beyond, MAX_DOUBLINGS)
    return { state: 'resting', failures, until }
  }
  return health.state === 'resting' ? { ...health, failures } : awake(failures)
}

/** Nothing could be sent for a reason of ours: the failures stay as they were, and the endpoint rests for a while. */
export function afterOutage(health: EndpointHealth, now: number, restMs: number): EndpointHealth {
  if (health.state === 'gone' || health.state === 'resting') return health
  return { state: 'resting', failures: health.failures, until: now + restMs }
}

export function afterDeactivation(now: number, restMs: number): EndpointHealth {
  return { state: 'resting', failures: 0, until: now + restMs }
}

export function healthAt(health: EndpointHealth, now: number): EndpointHealth {
  return health.state === 'resting' && now >= health.until ? awake(health.failures) : health
}

export function mostAtOnce({ state }: EndpointHealth, concurrency: number): number {
  switch (state) {
    case 'healthy':
      return concurrency
    case 'probing':
      return 1
    case 'resting':
    case 'gone':
      return 0
  }
}

function awake(failures: number): EndpointHealth {
  return { state: failures >= FAILURES_TO_PROBE ? 'probing' : 'healthy', failures }
}
