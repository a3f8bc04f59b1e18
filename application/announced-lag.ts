/** The longest time for which an announcement counts, ms: a process that lags announces its lag more often. */
const MAX_AGE_MS = 5_000

/** The lag that another process announces. */
export type AnnouncedLag = {
  /** Notes an announced lag, ms. */
  hear(ms: number): void
  /** The lag announced last, ms; 0 without an announcement in the last five seconds. */
  current(): number
}

/** Opens the memory of an announced lag. @param now ms, never goes back */
export function announcedLag(now: () => number): AnnouncedLag {
  let latest = { ms: 0, at: now() }
  return {
    hear(ms) {
      latest = { ms, at: now() }
    },
    current: () => (now() - latest.at < MAX_AGE_MS ? latest.ms : 0),
  }
}
