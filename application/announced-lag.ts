/** An announcement counts for so long: who lags announces it more often, so an older one may no longer be true. */
const MAX_AGE_MS = 5_000

/** The lag that somebody announces, as it is known here. */
export type AnnouncedLag = {
  /** Keeps what was announced, ms. */
  hear(ms: number): void
  /** What was announced last, ms; 0 when nobody has announced anything for five seconds. */
  current(): number
}

/** @param now ms, never goes back */
export function announcedLag(now: () => number): AnnouncedLag {
  let latest = { ms: 0, at: now() }
  return {
    hear(ms) {
      latest = { ms, at: now() }
    },
    current: () => (now() - latest.at < MAX_AGE_MS ? latest.ms : 0),
  }
}
