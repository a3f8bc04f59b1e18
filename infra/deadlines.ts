/** How long a caller waits for others, ms. The deadlines also hold when a server is frozen and answers nothing. */
export const DEADLINES = {
  /** All waits of a hook together; its sender gives up after 5 s. */
  hook: 3_000,
  /** Any other wait of a request for the vault, Postgres or the log; 503 after it. */
  request: 5_000,
  /** Whether a server answers at all: for health checks, the operator's status, and waits for its return. */
  check: 2_000,
  /** Counting the events of the log after a position. */
  count: 2_000,
  /** One number of the operator's status; the status is answered without it. */
  statusNumber: 3_000,
  /** One figure of the metrics. The collector waits 10 s in all, and all figures are asked for at once. */
  figure: 3_000,
  /** Postgres ends every statement after 60 s (postgres/pool.ts); an answer that takes longer will never come. */
  statement: 75_000,
  /** A tool's wait for Postgres, to connect or for an answer: longer, because after a failure it has to start again. */
  tool: 60_000,
  /** How long a repeated send waits for the outcome of the first; 409 after it. */
  repeatedSend: 2_000,
} as const
