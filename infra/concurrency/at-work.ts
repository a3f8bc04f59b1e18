const IDLE_MS = 5_000

/** Which owners were active lately. */
export type AtWork = {
  /** Notes that an owner is active now. */
  note(owner: string): void
  /** Whether no other owner was active within the last five seconds. */
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
