/** How long the adapter waits, all in milliseconds. */
export type Limits = {
  /** One attempt of an append; also the deadline told to the server, whose own is 2 seconds. */
  readonly attemptTimeoutMs: number
  /** All attempts of one append together. No attempt begins after it. */
  readonly appendDeadlineMs: number
  /** Silence in the middle of a read before its connection is given up. */
  readonly readTimeoutMs: number
  /** Retries of a read without any progress together. */
  readonly readDeadlineMs: number
  /** The longest pause between two attempts to resume a subscription. */
  readonly resumeCapMs: number
}

/** Long enough for a busy server, short enough for a client that waits for its answer. */
export const DEFAULT_LIMITS: Limits = {
  attemptTimeoutMs: 2_000,
  appendDeadlineMs: 5_000,
  readTimeoutMs: 3_000,
  readDeadlineMs: 6_000,
  resumeCapMs: 5_000,
}
