import { DEFAULT_SCHEDULE } from './schedule.ts'

/** How a dispatcher behaves; all times in ms. */
export type DispatchTimes = {
  /** Waits before the attempts. */
  readonly schedule: readonly number[]
  /** How long an attempt may take; the webhook client's own limit. */
  readonly timeoutMs: number
  /** How long a dispatcher that died keeps its shards. It must be above the timeout, or nothing is ever sent. */
  readonly leaseMs: number
  readonly renewMs: number
  readonly sweepMs: number
  /** How long a failing webhook rests at first. */
  readonly restMs: number
  /** Deliveries that are older when a pause ends are skipped. */
  readonly pauseKeepMs: number
  /** A webhook whose every attempt failed for so long is deactivated. */
  readonly failingMs: number
}

const HOUR = 60 * 60 * 1000

/** The times of the product; tests use shorter ones. */
export const DEFAULT_TIMES: DispatchTimes = {
  schedule: DEFAULT_SCHEDULE,
  timeoutMs: 15_000,
  leaseMs: 30_000,
  renewMs: 3_000,
  sweepMs: 1_000,
  restMs: 1_000,
  pauseKeepMs: 72 * HOUR,
  failingMs: 120 * HOUR,
}
