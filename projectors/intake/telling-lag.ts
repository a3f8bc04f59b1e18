/** Between two tellings. */
const EVERY_MS = 100

export type TellingLag = {
  done(step: Done): void
  /** Nothing waits any more. */
  idle(): void
}

type Done = {
  readonly event: { readonly raw: { readonly metadata: { readonly recorded_at: string } } }
}

/** Tells how old the oldest raw events are that are done now: about ten times a second, and 0 once nothing waits. */
export function tellingLag(tell: (lag_ms: number) => void, now: () => number): TellingLag {
  let oldest = 0
  let told = { at: Number.NEGATIVE_INFINITY, lag: 0 }
  const say = (lag: number) => {
    told = { at: now(), lag }
    oldest = 0
    tell(lag)
  }
  return {
    done({ event }) {
      oldest = Math.max(oldest, now() - Date.parse(event.raw.metadata.recorded_at))
      if (now() - told.at >= EVERY_MS) say(oldest)
    },
    idle() {
      if (told.lag > 0) say(0)
    },
  }
}
