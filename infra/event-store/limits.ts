import { DEADLINES } from '../deadlines.ts'

/** How long the adapter waits, all in milliseconds. */
export type Limits = {
  /** One attempt of an append; also the deadline told to the server, whose own is 2 seconds. */
  readonly attemptTimeoutMs: number
  /** All attempts of one append together; the last one is cut short. */
  readonly appendDeadlineMs: number
  /** Silence in the middle of a read before its connection is given up. */
  readonly readTimeoutMs: number
  /** Retries of a read without any progress together. */
  readonly readDeadlineMs: number
  /** The longest pause between two attempts to resume a subscription. */
  readonly resumeCapMs: number
}

/** Long enough for a busy server; with its retries no wait is longer than a request's. */
export const DEFAULT_LIMITS: Limits = {
  attemptTimeoutMs: 2_000,
  appendDeadlineMs: DEADLINES.request,
  readTimeoutMs: DEADLINES.request / 2,
  readDeadlineMs: DEADLINES.request,
  resumeCapMs: 5_000,
}
