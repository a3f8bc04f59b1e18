const REPORT_EVERY_MS = 100

export type LagReporter = {
  done(step: Done): void
  /** Nothing waits any more. */
  idle(): void
}

type Done = {
  readonly event: { readonly raw: { readonly metadata: { readonly recorded_at: string } } }
}

/** Reports the age of the oldest raw event that was just recorded, about ten times a second, and 0 once nothing waits. */
export function lagReporter(tell: (lag_ms: number) => void, now: () => number): LagReporter {
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
      if (now() - told.at >= REPORT_EVERY_MS) say(oldest)
    },
    idle() {
      if (told.lag > 0) say(0)
    },
  }
}
