import { DEADLINES } from '../deadlines.ts'

export type Limits = {
  /** One attempt of an append; the server gets part of it as its deadline, and has a limit of its own of 2 seconds. */
  readonly attemptTimeoutMs: number
  /** All attempts of one append; the last one is cut short. */
  readonly appendDeadlineMs: number
  /** Silence in the middle of a read before its connection is given up. */
  readonly readTimeoutMs: number
  /** All retries of a read without any progress, together. */
  readonly readDeadlineMs: number
  /** The longest pause between two attempts to resume a subscription. */
  readonly resumeCapMs: number
}

/** No wait, retries included, is longer than that of a request. */
export const DEFAULT_LIMITS: Limits = {
  attemptTimeoutMs: 2_000,
  appendDeadlineMs: DEADLINES.request,
  readTimeoutMs: DEADLINES.request / 2,
  readDeadlineMs: DEADLINES.request,
  resumeCapMs: 5_000,
}
