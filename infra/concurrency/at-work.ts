const IDLE_MS = 5_000

export type AtWork = {
  note(owner: string): void
  isAlone(owner: string): boolean
}

/** @param now in ms */
export function atWork(now: () => number = () => performance.now()): AtWork {
  let latest = { owner: '', at: Number.NEGATIVE_INFINITY }
  /** The latest activity of any other owner. */
  let another = latest
  return {
    note(owner) {
      if (owner !== latest.owner) another = latest
      latest = { owner, at: now() }
    },
    isAlone: (owner) => now() - (owner === latest.owner ? another : latest).at > IDLE_MS,
  }
}
