import type { Config } from '@recado/infra/config'
import type { Limits } from './next-step.ts'

const HOUR_MS = 3_600_000
const GRACE_MS = 30_000

/**
 * The limits that the settings ask for. An attempt is dead once the provider's timeout and every wait before
 * the call are certainly over.
 */
export function settlerLimits(config: Config): Limits {
  const waits = 2 * config.SEND_WAIT_MS + config.SEND_RETRY_MS
  return {
    outcomeMs: config.PROVIDER_TIMEOUT_MS + Math.max(GRACE_MS, waits),
    deferredMs: config.SEND_DEFERRED_HOURS * HOUR_MS,
    unresolvedMs: config.SEND_UNRESOLVED_HOURS * HOUR_MS,
  }
}
