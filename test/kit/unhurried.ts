import { type RawQuota, rawQuota } from '@recado/command-api/hooks/raw-quota'
import { fixedRate, sharedRate } from '@recado/infra/concurrency/shared-rate'

/** A rate limit that no test reaches. */
export const UNHURRIED = sharedRate(fixedRate(1e15))

/** A quota of raw bytes that is counted in this process only. @param perDay none by default */
export function quotaAlone(perDay = 0, now = () => new Date()): RawQuota {
  return rawQuota({ perDay, now, store: { add: async (brought) => brought }, everyMs: 3_600_000 })
}
