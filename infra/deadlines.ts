/** How long a caller waits for others, ms: also when a server is frozen and says nothing. */
export const DEADLINES = {
  /** All that a hook waits for together; its sender gives up after 5 s. */
  hook: 3_000,
  /** Any other wait of a request for the vault, for Postgres or for the log; 503 after it. */
  request: 5_000,
  /** Whether a server answers at all, for health, the operator's status and those who wait for it to return. */
  check: 2_000,
  /** Counting what stands in the log behind a position. */
  count: 2_000,
  /** One number of the operator's status; the status is answered without it. */
  statusNumber: 3_000,
  /** One figure of what a process measures; who collects them waits for 10 s in all, and they are asked for at once. */
  figure: 3_000,
  /** Postgres ends every statement after 60 s (postgres/pool.ts): where nothing came for longer, nothing will. */
  statement: 75_000,
  /** A tool's wait for Postgres, to connect or for an answer: nobody waits behind it, and it would begin anew. */
  tool: 60_000,
  /** A repeated send waits for the outcome of the first; 409 after it. */
  repeatedSend: 2_000,
} as const
