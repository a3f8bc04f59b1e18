/** How long others are waited for, ms, before a request is answered with 503: also when a server is frozen and says nothing. */
export const DEADLINES = {
  /** All that a hook waits for together; its sender gives up after 5 s. */
  hook: 3_000,
  /** Any other wait of a request for the vault, for Postgres or for the log. */
  request: 5_000,
} as const
