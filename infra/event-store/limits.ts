import { DEADLINES } from '../deadlines.ts'

export type Limits = {
  /** The first attempt of an append, in running time: the server has a limit of its own of 2 s. Later ones wait longer. */
  readonly attemptTimeoutMs: number
  /** All attempts of one append; the last one is cut short. The server gets part of it as its deadline. */
  readonly appendDeadlineMs: number
  /**
   * How long a connection may answer none of the calls begun on it, in running time. A healthy, distant server may need
   * that long for a write, its own limit included. A read waits as long for its next answer.
   */
  readonly silenceMs: number
  /** Between two replacements of the connection: if a new one is silent too, a further one would be. */
  readonly replaceMs: number
  /** All retries of a read without any progress, together. */
  readonly readDeadlineMs: number
  /** The longest pause between two attempts to resume a subscription. */
  readonly resumeCapMs: number
}

/** No wait, retries included, is longer than that of a request. */
export const DEFAULT_LIMITS: Limits = {
  attemptTimeoutMs: 2_000,
  appendDeadlineMs: DEADLINES.request,
  silenceMs: 2_500,
  replaceMs: 10_000,
  readDeadlineMs: DEADLINES.request,
  resumeCapMs: 2_000,
}
