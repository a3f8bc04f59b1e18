import { HOUR_MS } from '@recado/domain/durations'
import type { Config } from '@recado/infra/config'
import { ATTEMPT_SECONDS, RETRY_SCHEDULE, waitsOf } from '@recado/infra/http-client/delivery-times'
import { maxAttemptMs } from '@recado/infra/http-client/webhook-client'

/** How a dispatcher behaves; all times in ms. */
export type DispatchTimes = {
  readonly schedule: readonly number[]
  readonly timeoutMs: number
  /** How long a dead dispatcher keeps its shards; by default as `leaseMsOf` says. */
  readonly leaseMs?: number
  readonly renewMs: number
  readonly sweepMs: number
  readonly restMs: number
  /** Deliveries older than this when a pause ends are skipped. */
  readonly pauseKeepMs: number
  /** A webhook whose attempts all failed for this long is deactivated. */
  readonly failingMs: number
  /** It is noticed that all attempts of a webhook have failed for this long. */
  readonly noticeMs: number
}

export const DEFAULT_TIMES: DispatchTimes = {
  ...scheduleTimes(waitsOf(RETRY_SCHEDULE)),
  timeoutMs: ATTEMPT_SECONDS * 1_000,
  renewMs: 3_000,
  sweepMs: 1_000,
  restMs: 1_000,
  pauseKeepMs: 72 * HOUR_MS,
  noticeMs: HOUR_MS,
}

/** The lease of a shard, ms. It must exceed the longest attempt, or nothing is ever sent. */
export function leaseMsOf({
  leaseMs,
  timeoutMs,
}: Pick<DispatchTimes, 'leaseMs' | 'timeoutMs'>): number {
  return leaseMs ?? maxAttemptMs(timeoutMs) + 10_000
}

/** The times of an installation, by its settings. */
export function dispatchTimesOf(
  config: Pick<Config, 'WEBHOOK_PAUSE_KEEP_HOURS' | 'WEBHOOK_RETRY_SCHEDULE'>,
): DispatchTimes {
  const pauseKeepMs = config.WEBHOOK_PAUSE_KEEP_HOURS * HOUR_MS
  return { ...DEFAULT_TIMES, ...scheduleTimes(config.WEBHOOK_RETRY_SCHEDULE), pauseKeepMs }
}

/** `failingMs` outlasts a delivery with all its retries: a webhook that fails for longer has no prospect. */
function scheduleTimes(waits: readonly number[]): Pick<DispatchTimes, 'schedule' | 'failingMs'> {
  const whole = waits.reduce((sum, wait) => sum + wait, 0)
  return { schedule: [0, ...waits], failingMs: Math.max(120 * HOUR_MS, 1.5 * whole) }
}
