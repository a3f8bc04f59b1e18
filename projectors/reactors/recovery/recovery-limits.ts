import { HOUR_MS } from '@recado/domain/durations'
import type { Config } from '@recado/infra/config'
import type { Limits } from './next-step.ts'

const GRACE_MS = 30_000

/** The limits from the settings. Between a claim and its outcome a process waits only for the provider. */
export function recoveryLimits(config: Config): Limits {
  return {
    outcomeMs: config.PROVIDER_TIMEOUT_MS + GRACE_MS,
    deferredMs: config.SEND_DEFERRED_HOURS * HOUR_MS,
    unresolvedMs: config.SEND_UNRESOLVED_HOURS * HOUR_MS,
  }
}
